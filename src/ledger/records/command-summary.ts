/** Maps a record to the summary that windows list: everything but the output. */

import type { CommandSummary } from '../../protocol/cotty/command-output.ts';
import type { LedgerRecord } from './record.ts';

export function asCommandSummary(record: Omit<LedgerRecord, 'output'>): CommandSummary {
  const { seq, commandId, commandLine, startedAt, finishedAt } = record;
  const {
    cwd,
    exitCode,
    writer,
    cols,
    counts,
    unverified,
    unrecorded,
    where,
    entered,
    timedOut,
    killedByRestart,
    forgotten,
  } = record;
  return {
    seq,
    commandId,
    commandLine,
    timestamp: startedAt,
    isComplete: finishedAt !== undefined,
    ...(cwd === undefined ? {} : { cwd }),
    ...(finishedAt === undefined ? {} : { durationMs: Math.max(0, finishedAt - startedAt) }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(writer === undefined ? {} : { writer }),
    ...(cols === undefined ? {} : { cols }),
    ...(counts === undefined ? {} : { counts }),
    ...(unverified === undefined ? {} : { unverified }),
    ...(unrecorded === undefined ? {} : { unrecorded }),
    ...(where === undefined ? {} : { where }),
    ...(entered === undefined ? {} : { entered }),
    ...(timedOut === undefined ? {} : { timedOut }),
    ...(killedByRestart === undefined ? {} : { killedByRestart }),
    ...(forgotten === undefined ? {} : { forgotten }),
  };
}
