/** Tells when a process of which this one is not the parent has ended: the system tells only parents. */

import type { Clock } from '../ground/clock.ts';
import { processStart } from '../ground/process-start.ts';

/** Interval of the looks, each of which costs some microseconds. */
const LOOK_MS = 1000;

export type KnownProcess = { readonly pid: number; readonly start: string | undefined };

/** Calls `gone` once, at most a second after the process has ended. Returns a function that looks at once. */
export function whenGone({ pid, start }: KnownProcess, clock: Clock, gone: () => void): () => void {
  let cancel: (() => void) | undefined;
  let isOver = false;
  const look = () => {
    cancel?.();
    if (isOver) return;
    isOver = processStart(pid) !== start;
    if (isOver) gone();
    else cancel = clock.after(LOOK_MS, look);
  };
  cancel = clock.after(0, look);
  return look;
}
