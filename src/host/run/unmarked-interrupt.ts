/**
 * Finds the end of a command that Ctrl+C has ended in a shell without marks. The line that the runner has typed would print
 * the end mark, but Ctrl+C drops the rest of that line.
 */

import type { Clock } from '../common/clock.ts';
import { isAtShell } from '../processes/foreground.ts';

/** The first and the longest delay of a check. The delay doubles while the program runs; after the longest nothing is checked. */
const FIRST_CHECK_MS = 100;
const LAST_CHECK_MS = 5000;

/**
 * Calls `onShell` when the shell itself waits for input. Two checks in a row must find that: between two programs of a
 * line the shell is in the foreground, too.
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
