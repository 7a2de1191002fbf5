/** Waits for something that may hang, but not for ever. */

import type { Clock } from './clock.ts';

/** What it settles with is nobody's concern here. */
export async function settledWithin(ms: number, clock: Clock, settling: Promise<unknown>): Promise<void> {
  let cancel = () => {};
  const late = new Promise<void>((resolve) => {
    cancel = clock.after(ms, resolve);
  });
  await Promise.race([settling.catch(() => {}), late]);
  cancel();
}
