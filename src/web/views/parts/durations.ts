/** Times and durations as the page writes them. */

import { elapsed } from '../../../protocol/common/durations.ts';

const SECOND = 1000;
/** From this on a duration is long, in milliseconds. */
export const LONG_MS = 10 * SECOND;

/** Returns how long something has been running, in whole seconds; nothing in its first one. */
export function clockSince(since: number, now: number): string {
  return now - since < SECOND ? '' : elapsed(now - since);
}

/** Returns the time of day, and the date before it when that is not today, of which any time will do. */
export function timeText(at: number, today: number): string {
  const date = new Date(at);
  const time = `${two(date.getHours())}:${two(date.getMinutes())}`;
  if (date.toDateString() === new Date(today).toDateString()) return time;
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${time}`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
