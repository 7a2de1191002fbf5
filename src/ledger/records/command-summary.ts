/** Maps a record to the summary that windows list: everything but the output. */

import type { CommandSummary } from '../../protocol/cotty/command-output.ts';
import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import type { LedgerRecord } from './record.ts';

/** UTF-16 units of what was printed before a command: a page lists a thousand commands. */
const BEFORE_LISTED = 2 * 1024;

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
    before,
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
    ...(before === undefined ? {} : { before: lastOf(before) }),
    ...(entered === undefined ? {} : { entered }),
    ...(timedOut === undefined ? {} : { timedOut }),
    ...(killedByRestart === undefined ? {} : { killedByRestart }),
    ...(forgotten === undefined ? {} : { forgotten }),
  };
}

/** Returns the last lines that fit; a first line says that there are more. */
function lastOf(before: string): string {
  if (before.length <= BEFORE_LISTED) return before;
  const from = before.length - BEFORE_LISTED;
  const line = before.indexOf('\n', from) + 1;
  return `… ${newlinesIn(before, 0, line)} lines left out\r\n${before.slice(line)}`;
}
