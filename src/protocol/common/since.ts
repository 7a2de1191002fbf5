/** Reads since when: how long ago, or a date. */

import { parseDuration } from './durations.ts';

/** Returns Unix milliseconds, or undefined if the text is neither like `90s`, `15m`, `2h`, `3d`, `1w` nor a date. */
export function parseSince(text: string, now: number): number | undefined {
  const ago = /^\d{1,9}[a-z]$/.test(text) ? parseDuration(text, ['s', 'm', 'h', 'd', 'w']) : undefined;
  if (ago !== undefined) return now - ago;
  // `Date.parse` would read a number alone as a year.
  const date = /^\d{4}-/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(date) ? undefined : date;
}
