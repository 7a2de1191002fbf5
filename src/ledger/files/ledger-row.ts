/** The rows of a ledger file: one JSON object per line, each with its format version. */

import { readTimes } from '../../protocol/common/output-times.ts';
import { redact } from '../../protocol/common/redact.ts';
import type { RedactedField } from '../../protocol/cotty/command-record.ts';
import { type Annotation, MAX_NOTE } from '../../protocol/terminal/annotation.ts';
import type { OutputCounts, Where } from '../../protocol/terminal/command-meta.ts';
import { MAX_COLS } from '../../protocol/terminal/largest-size.ts';
import { noOutput, type StoredOutput } from '../records/bounded-output.ts';
import type { LedgerRecord } from '../records/record.ts';
import { redactRecord } from '../records/redact.ts';

/**
 * One row. `begin` is written before a command's output, `end` after it. An `end` repeats everything from `begin`, so
 * that a damaged `begin` loses nothing.
 */
export type Row =
  | { readonly kind: 'ledger'; readonly uri: string; readonly at: number }
  | { readonly kind: 'begin'; readonly record: LedgerRecord }
  | { readonly kind: 'end'; readonly record: LedgerRecord }
  /** A command that had started a nested shell has ended; its `end` row was written when that shell began. */
  | { readonly kind: 'left'; readonly seq: number; readonly finishedAt: number; readonly exitCode?: number }
  /** Somebody has noted something about a command, or bookmarked it; what is absent stays as it was. */
  | NoteRow
  /** The user cleared the terminal: earlier records are no longer shown, but stay in the ledger. */
  | { readonly kind: 'clear'; readonly at: number }
  /** A number of rows could not be written at this place. */
  | { readonly kind: 'gap'; readonly lost: number; readonly at: number };

/** Written after the `end` row of its command; of several rows the newest counts, for each field. An empty note removes it. */
export type NoteRow = {
  readonly kind: 'note';
  readonly seq: number;
  readonly at: number;
  readonly by?: string;
  readonly note?: string;
  readonly bookmarked?: boolean;
};

/** Returns what a row changes of its command. */
/** Returns the note as it is kept: one line, without secrets. */
export function noteText(text: string): string {
  return redact(text.replace(/[\x00-\x1f\x7f-\x9f\u2028\u2029]+/g, ' ').trim());
}

export function changeOf({ at, by, note, bookmarked }: NoteRow): Annotation {
  return {
    ...(note === undefined ? {} : { note: { text: note, ...(by === undefined ? {} : { by }), at } }),
    ...(bookmarked === undefined ? {} : { bookmarked }),
  };
}

export type ReadRow = { readonly ok: true; readonly row: Row } | { readonly ok: false; readonly why: string };

const VERSION = 1;

/** Formats a row with its line break: each append is one whole line. */
export function formatRow(row: Row): string {
  return `${JSON.stringify({ v: VERSION, row: row.kind, ...fields(row) })}\n`;
}

function fields(row: Row): object {
  if (row.kind !== 'begin' && row.kind !== 'end') {
    const { kind: _kind, ...rest } = row;
    return rest;
  }
  const { note: _note, bookmarked: _bookmarked, ...record } = row.record;
  const { seq, commandId, commandLine, output, startedAt, finishedAt, times, ...rest } = record;
  const begun = { seq, id: commandId, started: startedAt, cmd: commandLine, ...rest };
  if (row.kind === 'begin') return begun;
  // What stands behind the output is not read where only the facts of a command are needed.
  return { ...begun, finished: finishedAt, ...output, ...(times === undefined ? {} : { times }) };
}

export function parseRow(line: string): ReadRow {
  const raw = parseObject(line);
  if (raw === undefined) return { ok: false, why: 'damaged' };
  if (raw['v'] !== VERSION) return { ok: false, why: `unknown version ${JSON.stringify(raw['v'])}` };
  const row = asRow(raw);
  return row === undefined ? { ok: false, why: `not a valid row of version ${VERSION}` } : { ok: true, row };
}

type Raw = { readonly [key: string]: unknown };

function parseObject(line: string): Raw | undefined {
  // Throwing and catching an error is slower than parsing a row, and there may be millions of such lines.
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    // The line was cut or overwritten.
    return undefined;
  }
}

function asRow(raw: Raw): Row | undefined {
  const { row: kind, uri, at, lost } = raw;
  if (kind === 'begin' || kind === 'end') {
    const record = asRecord(raw, kind === 'end');
    return record === undefined ? undefined : { kind, record };
  }
  if (kind === 'left') return asLeft(raw);
  if (kind === 'note') return asNote(raw);
  if (!isTime(at)) return undefined;
  if (kind === 'clear') return { kind, at };
  if (kind === 'gap') return isCount(lost) ? { kind, lost, at } : undefined;
  return kind === 'ledger' && isString(uri) ? { kind, uri, at } : undefined;
}

function asLeft({ seq, finishedAt, exitCode }: Raw): Row | undefined {
  if (!isSeq(seq) || !isTime(finishedAt)) return undefined;
  return { kind: 'left', seq, finishedAt, ...(isExitCode(exitCode) ? { exitCode } : {}) };
}

function asNote({ seq, at, by, note, bookmarked }: Raw): Row | undefined {
  if (!isSeq(seq) || !isTime(at)) return undefined;
  return {
    kind: 'note',
    seq,
    at,
    ...strings({ by }),
    ...(isString(note) ? { note: note.slice(0, MAX_NOTE) } : {}),
    ...(typeof bookmarked === 'boolean' ? { bookmarked } : {}),
  };
}

function isExitCode(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

function asRecord(raw: Raw, ended: boolean): LedgerRecord | undefined {
  const { seq, id, started, cmd, finished } = raw;
  if (!isSeq(seq) || !isString(id) || !isTime(started) || !isString(cmd)) return undefined;
  if (ended && !isTime(finished)) return undefined;
  const output = ended ? asOutput(raw) : noOutput;
  if (output === undefined) return undefined;
  return {
    seq,
    commandId: id,
    commandLine: cmd,
    startedAt: started,
    output,
    ...(isTime(finished) ? { finishedAt: finished } : {}),
    ...optional(raw),
  };
}

/** Reads the optional fields; a value of a wrong type is left out, and the record keeps all others. */
function optional(raw: Raw): Partial<LedgerRecord> {
  const {
    writer,
    cwd,
    cols,
    unverified,
    exitCode,
    timedOut,
    killedByRestart,
    commandCut,
    redacted,
    forgotten,
    counts,
    where,
    entered,
    before,
    noCommand,
    endedTerminal,
    times,
  } = raw;
  const read = asCounts(counts);
  const place = asWhere(where);
  return {
    ...strings({ writer, cwd, before }),
    // A damaged number must not make a viewer draw a wider terminal than there can be.
    ...(isCount(cols) && cols > 0 && cols <= MAX_COLS ? { cols } : {}),
    ...(isExitCode(exitCode) ? { exitCode } : {}),
    ...(isCount(commandCut) ? { commandCut } : {}),
    ...(unverified === true ? { unverified } : {}),
    ...(timedOut === true ? { timedOut } : {}),
    ...(noCommand === true ? { noCommand } : {}),
    ...(killedByRestart === true ? { killedByRestart } : {}),
    ...(forgotten === true ? { forgotten } : {}),
    ...(endedTerminal === true ? { endedTerminal } : {}),
    ...(read === undefined ? {} : { counts: read }),
    ...(place === undefined ? {} : { where: place }),
    ...asTimed(times),
    ...(entered === 'inside' || entered === 'left' ? { entered } : {}),
    ...(Array.isArray(redacted) ? { redacted: redacted.filter(isField) } : {}),
  };
}

function asTimed(value: unknown): Pick<LedgerRecord, 'times'> {
  const times = readTimes(value);
  return times === undefined ? {} : { times };
}

/** Returns the fields that are strings. */
function strings<Name extends string>(
  fields: { readonly [N in Name]: unknown },
): { readonly [N in Name]?: string } {
  const found = Object.entries(fields).filter(([, value]) => isString(value));
  return Object.fromEntries(found) as { [N in Name]?: string };
}

function asWhere(value: unknown): Where | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { shell, user, host }: Raw = { ...value };
  return {
    ...(isString(shell) ? { shell } : {}),
    ...(isString(user) ? { user } : {}),
    ...(isString(host) ? { host } : {}),
  };
}

export function asCounts(value: unknown): OutputCounts | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { lines, bytes, chars }: Raw = { ...value };
  return isCount(lines) && isCount(bytes) && isCount(chars) ? { lines, bytes, chars } : undefined;
}

export function asOutput({ head, omitted, tail }: Raw): StoredOutput | undefined {
  return isString(head) && isCount(omitted) && isString(tail) ? { head, omitted, tail } : undefined;
}

function isField(value: unknown): value is RedactedField {
  return value === 'cmd' || value === 'stdout' || value === 'printed_before';
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Greatest sequence number that is accepted: counting on from a damaged number must stay within safe integers. */
const MAX_SEQ = 1_000_000_000_000;

function isSeq(value: unknown): value is number {
  return isCount(value) && value <= MAX_SEQ;
}

export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

/** Whether the value is a time that `Date` can represent, in Unix milliseconds. */
export function isTime(value: unknown): value is number {
  return isCount(value) && value <= 8.64e15;
}

/** Returns the row as it may be written to disk, without secrets. */
export function redactRow(row: Row): Row {
  if (row.kind === 'note') return row.note === undefined ? row : { ...row, note: redact(row.note) };
  return row.kind === 'begin' || row.kind === 'end' ? { ...row, record: redactRecord(row.record) } : row;
}

/** Returns the memory that a row takes, in UTF-16 units. */
export function weighRow(row: Row): number {
  if (row.kind === 'note') return 100 + (row.note?.length ?? 0);
  if (row.kind !== 'begin' && row.kind !== 'end') return 100;
  const { commandLine, output, before = '', times = [] } = row.record;
  return (
    300 + 4 * times.length + before.length + commandLine.length + output.head.length + output.tail.length
  );
}
