/** Reads the durations of `--timeout` and `--longer`. */

import { parseDuration } from '../../../protocol/common/durations.ts';

/** A day: timers of the host accept no more. */
const MAX_MS = 24 * 3_600_000;

/**
 * Returns milliseconds. The text is a number of seconds, or has a unit (`90`, `1.5s`, `200ms`, `5m`, `2h`). Returns
 * undefined if it is neither, or more than a day.
 */
export function parseDurationFlag(text: string): number | undefined {
  const ms = parseDuration(text, ['ms', 's', 'm', 'h']);
  return ms !== undefined && ms <= MAX_MS ? ms : undefined;
}

export type ReadTimeout =
  | { readonly ok: true; readonly ms: number | undefined }
  | { readonly ok: false; readonly error: string };

/** Reads the value of `--timeout`, at least `least` milliseconds; without one there is no limit. */
export function readTimeout(text: string | undefined, least = 0): ReadTimeout {
  const ms = text === undefined ? undefined : parseDurationFlag(text);
  if (text === undefined || (ms !== undefined && ms >= least)) return { ok: true, ms };
  return {
    ok: false,
    error: `--timeout "${text}" is not a time; use seconds, or 200ms, 5m, 2h, at most a day`,
  };
}
