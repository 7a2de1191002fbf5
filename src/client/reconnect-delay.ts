/** How long to wait before the next attempt to connect. */

const FIRST_MS = 250;
const LONGEST_MS = 30_000;

/**
 * At once after a connection that had worked, then doubling up to half a minute. The jitter (`random`
 * in [0, 1)) takes up to half off, so that many clients of one host do not return in step.
 */
export function retryDelay(failures: number, random: number): number {
  if (failures <= 0) return 0;
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
  return Math.round(full * (1 - random / 2));
}
