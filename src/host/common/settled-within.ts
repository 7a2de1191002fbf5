/** Waits for a promise that may hang, for a limited time. */

import type { Clock } from './clock.ts';

/** Ignores the result: a rejection counts as settled. */
export async function settledWithin(ms: number, clock: Clock, settling: Promise<unknown>): Promise<void> {
  let cancel = () => {};
  const late = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  await Promise.race([settling.catch(() => {}), late]);
  cancel();
}
