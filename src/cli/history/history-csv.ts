/** Formats past commands as CSV (RFC 4180), for spreadsheets and databases. */

import { whereLabel } from '../../client/blocks/place.ts';
import type { PastCommand } from '../../ledger/read/read-history.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { harmless } from '../../protocol/common/harmless-text.ts';
import { outcome } from './history-table.ts';

const NAMES = [
  'started_at',
  'finished_at',
  'duration_s',
  'terminal',
  'seq',
  'where',
  'cwd',
  'writer',
  'exit',
  'outcome',
  'cmd',
  'note',
  'bookmarked',
];

/** A line with the names of the columns, then one record a command; lines end with CR LF. The outputs are left out. */
export function asCsv(commands: readonly PastCommand[]): string {
  return [NAMES, ...commands.map(cellsOf)].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

type Value = string | number | boolean | null;

function cellsOf({ terminal, record }: PastCommand): readonly Value[] {
  const { started_at, finished_at, duration_s, seq, cwd, writer, exit, cmd, note } = asCommandRecord(record);
  const where = record.where === undefined ? null : whereLabel(record.where);
  const bookmarked = record.bookmarked === true;
  return [
    started_at,
    finished_at,
    duration_s,
    terminal,
    seq,
    where,
    cwd,
    writer,
    exit,
    outcome(record),
    cmd,
    note ?? null,
    bookmarked,
  ];
}

/** Spreadsheets take such a text for a formula; an apostrophe before it makes them show it as text. */
const FORMULA = /^(?:\t|\s*[=+\-@＝＋－＠])/;

function cell(value: Value): string {
  if (value === null) return '';
  // A negative exit code, or the outcome `-` of what is no command, is no formula.
  if (typeof value !== 'string' || /^-?\d*$/.test(value)) return String(value);
  const shown = harmless(value);
  const text = FORMULA.test(shown) ? `'${shown}` : shown;
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
