/** Removes the folder of a test, also while a process that is just ending still writes into it. */

import { rmSync } from 'node:fs';

const TRY_EVERY_MS = 50;
const PATIENCE_MS = 20_000;
/** A file came between the emptying of a folder and its removal. `rmSync` tries that again, but without emptying it. */
const BUSY = new Set(['ENOTEMPTY', 'EBUSY', 'EPERM']);

/** Nothing is there afterwards; a folder that is not there is fine. */
export function removeFolder(folder: string): void {
  const deadline = Date.now() + PATIENCE_MS;
  while (!removed(folder, Date.now() > deadline)) pause();
}

function removed(folder: string, isLast: boolean): boolean {
  try {
    rmSync(folder, { recursive: true, force: true });
    return true;
  } catch (error) {
    if (isLast || !BUSY.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    return false;
  }
}

/** Not a promise: hooks that are synchronous stay so. */
function pause(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, TRY_EVERY_MS);
}
