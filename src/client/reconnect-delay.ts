/** The delay before the next attempt to connect. */

const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/**
 * Returns milliseconds: 0 after a stable connection, then a delay that doubles from 250 ms up to 30 s. The jitter
 * (`random` in [0, 1)) shortens it by up to half, so that many clients of one host do not reconnect at the same time.
 */
export function retryDelay(failures: number, random: number): number {
  if (failures <= 0) return 0;
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.round(full * (1 - random / 2));
}
