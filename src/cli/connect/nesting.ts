/** Checks whether a window may open here: it needs a terminal, and inside of cotty it would show itself endlessly. */

import type { Io } from '../common/io.ts';
import { complain } from '../common/print.ts';

export function isInside(io: Io): boolean {
  return Boolean(io.env['COTTY_TERMINAL']);
}

/** Returns true if a window may open here; otherwise prints what to do instead. */
export function mayOpenWindow(io: Io, nest: boolean, subcommand: string): boolean {
  if (!(io.stdin.isTTY && io.stdout.isTTY)) {
    complain(
      io,
      `${subcommand} draws a window, so its input and output must be a terminal; try \`cotty ls\``,
    );
    return false;
  }
  if (nest || !isInside(io)) return true;
  complain(
    io,
    `this shell already runs inside cotty, and a window inside itself would never end.
  make another terminal:  cotty new [NAME]
  list all terminals:     cotty ls
  open a window anyway:   ${subcommand} --nest`,
  );
  return false;
}
