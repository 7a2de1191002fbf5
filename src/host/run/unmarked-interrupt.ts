/**
 * Finds the end of a command that was ended by Ctrl+C in a shell without integration. The typed line would print the end mark,
 * but Ctrl+C discards the rest of that line.
 */

import type { Clock } from '../common/clock.ts';
import { isAtShell } from '../processes/foreground.ts';

/** First and last delay of a check. The delay doubles while the program runs, and after the last one there are no more checks. */
const FIRST_CHECK_MS = 100;
const LAST_CHECK_MS = 5000;

/**
 * Calls `onShell` when the shell itself waits for input, found by two checks in a row: between two programs of a line the shell
 * is in the foreground, too.
 */
export function whenShellReads(
  { clock, pid }: { readonly clock: Clock; readonly pid: number },
  isOver: () => boolean,
  onShell: () => void,
): void {
  const check = (afterMs: number, seenBefore: boolean) => {
    clock.after(afterMs, () => {
      if (isOver()) return;
      const seen = isAtShell(pid);
      if (seen && seenBefore) onShell();
      else if (seen) check(FIRST_CHECK_MS, true);
      else if (afterMs < LAST_CHECK_MS) check(2 * afterMs, false);
    });
  };
  check(FIRST_CHECK_MS, false);
}
