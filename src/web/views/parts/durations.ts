/** Times and durations as the page writes them. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** From this on a duration is long, in milliseconds. */
export const LONG_MS = 10 * SECOND;

/** Returns `2.5s`, `3m 05s` or `1h 02m`. */
export function durationText(ms: number): string {
  if (ms < 10 * SECOND) return `${(ms / SECOND).toFixed(1)}s`;
  if (ms < MINUTE) return `${Math.floor(ms / SECOND)}s`;
  if (ms < HOUR) return `${Math.floor(ms / MINUTE)}m ${two(Math.floor((ms % MINUTE) / SECOND))}s`;
  return `${Math.floor(ms / HOUR)}h ${two(Math.floor((ms % HOUR) / MINUTE))}m`;
}

/** Returns how long something has been running, in whole seconds; nothing in its first one. */
export function clockSince(since: number, now: number): string {
  const ms = Math.max(0, now - since);
  if (ms < SECOND) return '';
  return ms < 10 * SECOND ? `${Math.floor(ms / SECOND)}s` : durationText(ms);
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
