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
