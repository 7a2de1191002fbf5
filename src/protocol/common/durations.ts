/** Parses durations that a user writes, and formats durations for messages. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The longest delay of a timer, in milliseconds, where there is to be none: 24 days. */
export const NO_TIMEOUT_MS = 2 ** 31 - 1;

const UNIT_MS = { ms: 1, s: SECOND, m: MINUTE, h: HOUR, d: DAY, w: 7 * DAY } as const;

export type DurationUnit = keyof typeof UNIT_MS;

/**
 * Reads a number with one of `units` (`200ms`, `1.5s`, `3d`), or several from the largest to the smallest (`1h30m`), as
 * milliseconds; a number alone counts seconds. Returns undefined for any other text.
 */
export function parseDuration(text: string, units: readonly DurationUnit[]): number | undefined {
  if (/^(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})$/.test(text)) return Math.round(Number(text) * SECOND);
  if (text.length > 40 || !/^(?:(?:\d{1,15}(?:\.\d{1,15})?|\.\d{1,15})[a-z]{1,2})+$/.test(text))
    return undefined;
  let sum = 0;
  let last = Number.POSITIVE_INFINITY;
  for (const [, count, name] of text.matchAll(/([\d.]{1,31})([a-z]{1,2})/g)) {
    const unit = units.find((each) => each === name);
    if (unit === undefined || UNIT_MS[unit] >= last) return undefined;
    last = UNIT_MS[unit];
    sum += Number(count) * last;
  }
  return Math.round(sum);
}

/** Duration for a block header, of a steady width: `0.4s`, `12.4s`, `3m 02s`, `1h 05m`, `2d 03h`. */
export function duration(ms: number): string {
  const tenths = Math.round(Math.max(0, ms) / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)}s`;
  // A minute and more is rounded once, to whole seconds, so that no part ever reads 60.
  const rounded = Math.round(ms / SECOND) * SECOND;
  if (rounded < HOUR) return pair(rounded, MINUTE, 'm', SECOND, 's');
  if (rounded < DAY) return pair(rounded, HOUR, 'h', MINUTE, 'm');
  return pair(rounded, DAY, 'd', HOUR, 'h');
}

function pair(ms: number, big: number, bigName: string, small: number, smallName: string): string {
  const rest = Math.floor((ms % big) / small);
  return `${Math.floor(ms / big)}${bigName} ${String(rest).padStart(2, '0')}${smallName}`;
}

/** Duration of something that still runs, in whole seconds, since tenths would only flicker: `4s`, `3m 02s`. */
export function elapsed(ms: number): string {
  return duration(Math.floor(Math.max(0, ms) / SECOND) * SECOND).replace('.0s', 's');
}

/** Duration for one word in a line of text: `0.4s`, `3m2s`, `1h5m`, `49h0m`. */
export function compactDuration(ms: number): string {
  const seconds = Math.max(0, ms) / SECOND;
  if (seconds < 60) return `${seconds.toFixed(1)}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}m${Math.floor(seconds % 60)}s`
    : `${Math.floor(minutes / 60)}h${minutes % 60}m`;
}

/** Duration in a column, in its largest unit: `4s`, `3m`, `2h`, `5d`. */
export function roughDuration(ms: number): string {
  const [unit, size] = (
    [
      ['d', DAY],
      ['h', HOUR],
      ['m', MINUTE],
    ] as const
  ).find((each) => ms >= each[1]) ?? ['s', SECOND];
  return `${Math.floor(Math.max(0, ms) / size)}${unit}`;
}

/** Duration within a sentence: `5 s`, `3 min 2 s`, `1 h 5 min`, `2 d 3 h`. */
export function longDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / SECOND));
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
  ];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${seconds % 60} s` : `${seconds} s`;
}

/** What `parseSince` reads, in words for an error message. */
export const SINCE_FORMS =
  'how long ago, such as 90s, 15m, 1h30m, 3d or 1w, a time such as 10:30, a day such as today, yesterday or monday, or a date such as 2026-01-31';

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/**
 * Reads the moment from which something is wanted: a time ago (`90s`, `15m`, `1h30m`, `3d`, `1w`), the last time that a clock here
 * showed `10:30`, the local midnight at which a day began (`today`, `yesterday`, the last `monday` or `mon`, `2026-01-31`), or a date
 * with a time. Returns Unix milliseconds, or undefined for any other text, and for days and times that do not exist.
 */
export function parseSince(text: string, now: number): number | undefined {
  const ago = /[a-z]$/.test(text) ? parseDuration(text, ['s', 'm', 'h', 'd', 'w']) : undefined;
  if (ago !== undefined) return now - ago;
  if (/^\d{1,2}:/.test(text)) return lastClock(text, now);
  const days = daysSince(text.toLowerCase(), new Date(now).getDay());
  if (days !== undefined) return midnight(now, days);
  // `Date.parse` would read a number alone as a year, a day without a time as one of UTC, and 30 February as 2 March.
  if (!isDay(text)) return undefined;
  const date = Date.parse(/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00` : text);
  return Number.isNaN(date) ? undefined : date;
}

/** Whether a text begins with a day of the calendar, or a month. */
function isDay(text: string): boolean {
  const [, year, month, day = '01'] = /^(\d{4})-(\d\d)(?:-(\d\d))?(?!\d)/.exec(text) ?? [];
  if (year === undefined) return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

function lastClock(text: string, now: number): number | undefined {
  const [, hours, minutes, seconds = '0'] = /^(\d{1,2}):(\d\d)(?::(\d\d))?$/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59 || Number(seconds) > 59)
    return undefined;
  const date = new Date(now);
  date.setHours(Number(hours), Number(minutes), Number(seconds), 0);
  if (date.getTime() > now) date.setDate(date.getDate() - 1);
  return date.getTime();
}

/** Returns the local midnight at which the day began that was so many days ago; days are not all 24 hours long. */
function midnight(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}

/** Returns how many days ago the named day was, 0 for today; `weekday` is that of today. */
function daysSince(name: string, weekday: number): number | undefined {
  if (name === 'today') return 0;
  if (name === 'yesterday') return 1;
  const named = name.length < 3 ? -1 : WEEKDAYS.findIndex((day) => day.startsWith(name));
  return named < 0 ? undefined : (weekday - named + 7) % 7;
}
