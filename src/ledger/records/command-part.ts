/** Maps a record to a command part of a terminal's content, as viewers saw it while the command ran. */

import { META_KEY } from '../../protocol/common/meta.ts';
import type { CommandMeta } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import { outputText } from './bounded-output.ts';
import type { LedgerRecord } from './record.ts';

/** The part is always complete: a recorded command no longer runs. */
export function asCommandPart(record: LedgerRecord): CommandPart {
  const { writer, cwd, cols, unverified, timedOut, killedByRestart, exitCode, finishedAt, startedAt } =
    record;
  const meta: CommandMeta = {
    ...(writer === undefined ? {} : { writer }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(cols === undefined ? {} : { cols }),
    ...(unverified === undefined ? {} : { unverified }),
    ...(timedOut === undefined ? {} : { timedOut }),
    ...(killedByRestart === undefined ? {} : { killedByRestart }),
    ...(record.forgotten === undefined ? {} : { forgotten: record.forgotten }),
  };
  return {
    type: 'command',
    commandId: record.commandId,
    commandLine: record.commandLine,
    output: outputText(record.output),
    timestamp: startedAt,
    isComplete: true,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(finishedAt === undefined ? {} : { durationMs: Math.max(0, finishedAt - startedAt) }),
    _meta: { [META_KEY]: meta },
  };
}
