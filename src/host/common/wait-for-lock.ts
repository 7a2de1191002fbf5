/** Takes a folder's lock. Waits for a host that has it and is still starting, or about to end. */

import type { Clock } from './clock.ts';
import { type Lock, takeLock } from './folder-lock.ts';
import { StartError } from './start-error.ts';

export type WaitForLock = {
  readonly folder: string;
  /** A text that no other process uses at the same time. */
  readonly id: string;
  readonly clock: Clock;
  /** Whether the host that holds the lock serves clients. */
  readonly answers: () => Promise<boolean>;
};

/** Longest wait for a host that has the lock but does not answer. */
const PATIENCE_MS = 5000;
const RETRY_MS = 25;

/** Throws a `StartError` when a living host has the lock, and the error of the disk when the folder cannot be written. */
export async function waitForLock({ folder, id, clock, answers }: WaitForLock): Promise<Lock> {
  const until = clock.now() + PATIENCE_MS;
  for (;;) {
    const taken = takeLock(folder, id);
    if (taken.ok) return taken.lock;
    if ((await answers()) || clock.now() >= until) {
      throw new StartError('running', `a host is already running (process ${taken.holder})`);
    }
    await new Promise<void>((resolve) => clock.after(RETRY_MS, resolve));
  }
}
