/** How a terminal ended, as `terminal/exited` says it. */

import type { PtyExit } from '../pty/pty-port.ts';

export type ExitStatus = { readonly exitCode?: number };

/** `unsaid`: the host ends, but not what runs elsewhere. */
export type Ending = ExitStatus | 'unsaid';

export function exitStatus(exit: PtyExit): ExitStatus {
  // Of a signal as a shell reports it.
  const exitCode = 'code' in exit ? exit.code : 128 + exit.signal;
  return exitCode === undefined ? {} : { exitCode };
}
