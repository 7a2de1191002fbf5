/** Maps a record to JSON with the field names that scripts and agents read. */

import type { CommandRecord } from '../../protocol/cotty/command-record.ts';
import { outputText } from './bounded-output.ts';
import type { LedgerRecord } from './record.ts';

export function asCommandRecord(record: LedgerRecord): CommandRecord {
  const { startedAt, finishedAt, output } = record;
  return {
    seq: record.seq,
    cmd: record.commandLine,
    writer: record.writer ?? null,
    started_at: new Date(startedAt).toISOString(),
    finished_at: finishedAt === undefined ? null : new Date(finishedAt).toISOString(),
    duration_s: finishedAt === undefined ? null : Math.max(0, finishedAt - startedAt) / 1000,
    exit: record.exitCode ?? null,
    stdout: outputText(output, record.seq),
    stderr: '',
    killed_by_restart: record.killedByRestart === true,
    timed_out: record.timedOut === true,
    ...(record.endedTerminal === true ? { ended_terminal: true } : {}),
    ...(record.unverified === true ? { unverified: true } : {}),
    cwd: record.cwd === undefined ? null : pathOf(record.cwd),
    command_id: record.commandId,
    omitted: output.omitted,
    cmd_cut: record.commandCut ?? 0,
    redacted: record.redacted ?? [],
    ...(record.before === undefined ? {} : { printed_before: record.before }),
    ...(record.noCommand === true ? { no_command: true } : {}),
    ...(record.where === undefined ? {} : { where: record.where }),
    ...(record.entered === undefined ? {} : { entered: record.entered }),
    ...(record.counts === undefined ? {} : { counts: record.counts }),
    ...(record.forgotten === true ? { forgotten: true } : {}),
    ...noted(record),
  };
}

function noted({ note, bookmarked }: LedgerRecord): Pick<CommandRecord, 'note' | 'note_by' | 'bookmarked'> {
  return {
    ...(note === undefined ? {} : { note: note.text }),
    ...(note?.by === undefined ? {} : { note_by: note.by }),
    ...(bookmarked === true ? { bookmarked } : {}),
  };
}

export function pathOf(uri: string): string {
  if (!uri.startsWith('file:///')) return uri;
  try {
    return decodeURIComponent(uri.slice('file://'.length));
  } catch {
    // The path holds a percent sign that encodes nothing.
    return uri;
  }
}
