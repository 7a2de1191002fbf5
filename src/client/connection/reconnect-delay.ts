/** The delay before the next attempt to connect. */

const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/** How often a socket of this machine is tried after so long a time away. An attempt that fails costs a fraction of a millisecond. */
const NEAR = [
  { awayMs: 2_000, everyMs: 25 },
  { awayMs: 10_000, everyMs: 100 },
  { awayMs: Number.POSITIVE_INFINITY, everyMs: 1_000 },
];

/**
 * Returns milliseconds: 0 after a stable connection, then a delay that doubles from 250 ms up to 30 s. The jitter
 * (`random` in [0, 1)) shortens it by up to half, so that many clients of one host do not reconnect at the same time.
 */
export function retryDelay(failures: number, random: number): number {
  if (failures <= 0) return 0;
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.round(full * (1 - random / 2));
}

/** The same for a host on this machine, which its keeper brings back within a second; 0 right after the loss. */
export function nearRetryDelay(awayMs: number): number {
  if (awayMs <= 0) return 0;
  return NEAR.find((step) => awayMs < step.awayMs)?.everyMs ?? LONGEST_MS;
}
