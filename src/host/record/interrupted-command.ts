/** The shell command that the end of the last host interrupted. */

import type { Recovered } from '../../ledger/read/recover.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';

/** Returns the command to offer after a restart. A redacted or cut line is not offered, because it is not what ran. */
export function interruptedIn(recovered: Recovered | undefined): TerminalMeta['interrupted'] {
  const program = recovered?.terminal.program;
  if (program !== undefined) return { commandLine: program };
  const last = recovered?.records.findLast(({ noCommand }) => noCommand !== true);
  if (last?.killedByRestart !== true || last.commandLine === '') return undefined;
  if (last.redacted?.includes('cmd') || last.commandCut !== undefined) return undefined;
  return { commandId: last.commandId, commandLine: last.commandLine };
}
