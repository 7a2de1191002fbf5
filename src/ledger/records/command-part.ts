/** Maps a record to a command part of a terminal's content, as viewers saw it while the command ran. */

import { META_KEY } from '../../protocol/common/meta.ts';
import { annotationOf } from '../../protocol/terminal/annotation.ts';
import type { CommandMeta, OmittedText } from '../../protocol/terminal/command-meta.ts';
import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import type { LedgerRecord } from './record.ts';

/** The part is always complete: a recorded command no longer runs. */
export function asCommandPart(record: LedgerRecord): CommandPart {
  const {
    writer,
    cwd,
    cols,
    unverified,
    unrecorded,
    where,
    entered,
    timedOut,
    killedByRestart,
    exitCode,
    finishedAt,
    startedAt,
  } = record;
  const { head, omitted, tail } = record.output;
  const meta: CommandMeta = {
    seq: record.seq,
    ...(writer === undefined ? {} : { writer }),
    ...(cwd === undefined ? {} : { cwd }),
    ...(cols === undefined ? {} : { cols }),
    ...(unverified === undefined ? {} : { unverified }),
    ...(unrecorded === undefined ? {} : { unrecorded }),
    ...(where === undefined ? {} : { where }),
    ...printedMeta(record),
    ...(entered === undefined ? {} : { entered }),
    ...(timedOut === undefined ? {} : { timedOut }),
    ...(killedByRestart === undefined ? {} : { killedByRestart }),
    ...(record.counts === undefined ? {} : { counts: record.counts }),
    ...(omitted === 0 ? {} : { omitted: gapOf(record) }),
    ...(record.forgotten === undefined ? {} : { forgotten: record.forgotten }),
    ...annotationOf(record),
  };
  return {
    type: 'command',
    commandId: record.commandId,
    commandLine: record.commandLine,
    output: head + tail,
    timestamp: startedAt,
    isComplete: true,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(finishedAt === undefined ? {} : { durationMs: Math.max(0, finishedAt - startedAt) }),
    _meta: { [META_KEY]: meta },
  };
}

function printedMeta({ before, noCommand }: LedgerRecord): CommandMeta {
  return {
    ...(before === undefined ? {} : { before }),
    ...(noCommand === undefined ? {} : { noCommand }),
  };
}

/** The gap between head and tail; its lines are known as far as the record counts them. */
function gapOf({ output: { head, omitted, tail }, counts }: LedgerRecord): OmittedText {
  const ends = newlinesIn(head) + newlinesIn(tail);
  const all = counts === undefined ? ends : counts.lines - (tail.endsWith('\n') ? 0 : 1);
  return { at: head.length, chars: omitted, lines: Math.max(0, all - ends) };
}
