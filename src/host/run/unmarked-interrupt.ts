/** Ctrl+C in a shell that marks nothing: it drops the rest of its line, and with it the mark that the command has ended. */

import type { Clock } from '../ground/clock.ts';
import { isAtShell } from '../pty/foreground.ts';

/** A program may take a while to end. It is looked for at growing distances, then not any more. */
const FIRST_LOOK_MS = 100;
const LAST_LOOK_MS = 5000;

/** Calls `then` when the shell itself waits for input, seen twice: between two programs of a line it has the terminal, too. */
export function whenShellReads(
  { clock, pid }: { readonly clock: Clock; readonly pid: number },
  isOver: () => boolean,
  then: () => void,
): void {
  const look = (afterMs: number, seenBefore: boolean) => {
    clock.after(afterMs, () => {
      if (isOver()) return;
      const seen = isAtShell(pid);
      if (seen && seenBefore) then();
      else if (seen) look(FIRST_LOOK_MS, true);
      else if (afterMs < LAST_LOOK_MS) look(2 * afterMs, false);
    });
  };
  look(FIRST_LOOK_MS, false);
}
