/** The end of a terminal's program, as `terminal/exited` reports it. */

import type { PtyExit } from '../pty/pty-port.ts';

export type ExitStatus = { readonly exitCode?: number };

/** `unsaid` when only the host ends: a pty at a client goes on. */
export type Ending = ExitStatus | 'unsaid';

export function exitStatus(exit: PtyExit): ExitStatus {
  // A signal is reported as shells do it.
  const exitCode = 'code' in exit ? exit.code : 128 + exit.signal;
  return exitCode === undefined ? {} : { exitCode };
}
