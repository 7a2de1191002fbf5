/** The result of a subcommand with `--each`: a row for each terminal, and one exit code. */

import type { GroupUntil } from '../../../client/run/group.ts';
import type { CommandRecord } from '../../../protocol/cotty/command-record.ts';
import { ExitCode } from '../../common/exit-code.ts';
import { recordCode } from '../follow/outcome-text.ts';
import { recordJson } from '../follow/record-text.ts';

/**
 * `not-run`: no such terminal, or the command was refused or cancelled before it began. `lost`: the command began, but how it
 * ended is unknown. `idle`: `cotty wait` ended, and no command was running.
 */
export type RowState = 'ended' | 'running' | 'idle' | 'not-run' | 'lost';

export type GroupRow = {
  readonly terminal: string;
  readonly state: RowState;
  /** The exit code that the subcommand would have with this terminal alone. */
  readonly code: number;
  /** Milliseconds, so far if it still runs; undefined when nothing ran, or it is unknown. */
  readonly durationMs?: number | undefined;
  /** Number of lines that it has printed so far; undefined if nothing ran, or it is unknown. */
  readonly lines?: number | undefined;
  readonly note?: string | undefined;
  readonly record?: CommandRecord | undefined;
};

/** Returns the fields of a row from the record of its command. `now` is in Unix milliseconds. */
export function recordFields(
  record: CommandRecord,
  now: number,
): Pick<GroupRow, 'record' | 'durationMs' | 'lines'> {
  const { duration_s, started_at, killed_by_restart, counts } = record;
  const soFar = killed_by_restart ? undefined : Math.max(0, now - Date.parse(started_at));
  return { record, durationMs: duration_s === null ? soFar : duration_s * 1000, lines: counts?.lines };
}

/** The row of a command that has ended. `now` is in Unix milliseconds. */
export function endedRow(terminal: string, record: CommandRecord, now: number): GroupRow {
  const isKnown = record.exit !== null && !record.killed_by_restart;
  return {
    ...{ terminal, state: isKnown ? 'ended' : 'lost', code: recordCode(record) },
    ...recordFields(record, now),
  };
}

/**
 * The highest of all exit codes: 0 means that every command ended with 0. With `any` that of `first`, the command that ended
 * first, if one has.
 */
export function groupCode(rows: readonly GroupRow[], first?: GroupRow): number {
  return first?.code ?? Math.max(ExitCode.ok, ...rows.map(({ code }) => code));
}

export type GroupResult = {
  readonly until: GroupUntil;
  readonly code: number;
  readonly rows: readonly GroupRow[];
};

/** One object; `exit` of a row is that of its command alone. */
export function groupJson({ until, code, rows }: GroupResult, raw: boolean): object {
  return {
    until,
    exit: code,
    terminals: rows.map(({ terminal, state, durationMs, lines, note, record }) => ({
      terminal,
      state,
      exit: record?.exit ?? null,
      duration_s: durationMs === undefined ? null : durationMs / 1000,
      lines: lines ?? null,
      note: note ?? null,
      record: record === undefined ? null : recordJson(terminal, record, raw),
    })),
  };
}
