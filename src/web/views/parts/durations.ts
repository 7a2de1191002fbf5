/** Times and durations as the page writes them. */

import { elapsed } from '../../../protocol/common/durations.ts';

const SECOND = 1000;
/** From this on a duration is long, in milliseconds. */
export const LONG_MS = 10 * SECOND;

/** Returns how long something has been running, in whole seconds; nothing in its first one. */
export function clockSince(since: number, now: number): string {
  return now - since < SECOND ? '' : elapsed(now - since);
}

const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns how long ago something was, in whole units: `now`, `5m ago`, `3h ago`, `2d ago`. */
export function ageText(at: number, now: number): string {
  const ms = now - at;
  if (ms < MINUTE) return 'now';
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m ago`;
  return ms < DAY ? `${Math.floor(ms / HOUR)}h ago` : `${Math.floor(ms / DAY)}d ago`;
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
