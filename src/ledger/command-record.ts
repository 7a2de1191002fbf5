/** A record under the names that scripts and agents read. */

import { outputText } from './bounded-output.ts';
import type { LedgerRecord, RedactedField } from './record.ts';

export type CommandRecord = {
  readonly seq: number;
  readonly cmd: string;
  readonly writer: string | null;
  /** ISO 8601, UTC. */
  readonly started_at: string;
  /** Null: it still runs, or its end could not be written. */
  readonly finished_at: string | null;
  readonly duration_s: number | null;
  readonly exit: number | null;
  /** Terminal text as it was received, colours included; head and tail where it was long. */
  readonly stdout: string;
  /** Always empty: a pty has one stream, so what programs write to stderr is part of `stdout`. */
  readonly stderr: '';
  readonly killed_by_restart: boolean;
  readonly timed_out: boolean;
  /** A path, or a URI where it is none of this machine. */
  readonly cwd: string | null;
  readonly command_id: string;
  /** Characters left out between head and tail. */
  readonly omitted: number;
  /** Characters cut from the end of `cmd`. */
  readonly cmd_cut: number;
  /** Fields in which secrets were replaced by `[redacted]`. */
  readonly redacted: readonly RedactedField[];
};

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
    stdout: outputText(output),
    stderr: '',
    killed_by_restart: record.killedByRestart === true,
    timed_out: record.timedOut === true,
    cwd: record.cwd === undefined ? null : pathOf(record.cwd),
    command_id: record.commandId,
    omitted: output.omitted,
    cmd_cut: record.commandCut ?? 0,
    redacted: record.redacted ?? [],
  };
}

function pathOf(uri: string): string {
  if (!uri.startsWith('file:///')) return uri;
  try {
    return decodeURIComponent(uri.slice('file://'.length));
  } catch {
    // A percent sign that encodes nothing.
    return uri;
  }
}
