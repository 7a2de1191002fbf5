/** Whether this process runs inside a cotty terminal, where a second window would mirror itself without end. */

import { complain, type Io } from '../ground/io.ts';

export function isInside(io: Io): boolean {
  return Boolean(io.env['COTTY_TERMINAL']);
}

/** True when a window may open here; otherwise it has said what to do instead. */
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
    `this shell already runs inside cotty, and a window in itself would never end.
  another terminal:   cotty new [NAME]
  all terminals:      cotty ls
  open it anyway:     ${subcommand} --nest`,
  );
  return false;
}
