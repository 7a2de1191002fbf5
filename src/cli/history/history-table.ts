/** Formats past commands as a table with one line each, or as data. */

import { BETWEEN } from '../../client/blocks/block.ts';
import { placeName, whereLabel } from '../../client/blocks/place.ts';
import type { PastCommand } from '../../ledger/read/read-history.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { compactDuration } from '../../protocol/common/durations.ts';
import { isSuspended } from '../../protocol/common/exit-status.ts';
import { replacedItsShell } from '../../protocol/terminal/replaced-shell.ts';
import { columnWidths, displayWidth, fromEnd, padTo, printable } from '../common/plain-text.ts';

/** The fields of one past command in JSON: those of its record, and its terminal. */
export function asJson({ terminal, uri, record }: PastCommand): object {
  return { terminal, uri, ...asCommandRecord(record) };
}

/** Home folder of the person, for `~`, and the width of the terminal, where the table is printed on one. */
type TableOptions = { readonly home?: string | undefined; readonly columns?: number | undefined };

/** A table whose last column is the command, which is cut at `columns`. */
export function formatHistory(
  commands: readonly PastCommand[],
  { home, columns }: TableOptions = {},
): string {
  const lines = commands.map(({ terminal, record }) => [
    localTime(record.startedAt),
    printable(terminal),
    whereText(record, home, placeCells(columns)),
    writerName(record),
    outcome(record),
    took(record),
    record.noCommand === true ? BETWEEN : printable(record.commandLine),
  ]);
  const table = [['STARTED', 'TERMINAL', 'WHERE', 'BY', 'EXIT', 'TIME', 'COMMAND'], ...lines];
  const widths = columnWidths(table).slice(0, -1);
  const room = (columns ?? Number.POSITIVE_INFINITY) - widths.reduce((sum, width) => sum + width + 2, 0);
  const rows = table.map((line) => `${formatLine(line, widths, room)}\n`);
  return rows
    .map((row, index) => {
      const command = commands[index - 1];
      return row + foundBeforeLine(command, columns) + noteLine(command, columns);
    })
    .join('');
}

/** Returns the line under a command that has a note or a bookmark: `  * ada: this is the failure I mean`. */
function noteLine(command: PastCommand | undefined, columns = Number.POSITIVE_INFINITY): string {
  const { note, bookmarked } = command?.record ?? {};
  if (note === undefined && bookmarked !== true) return '';
  const text =
    note === undefined
      ? 'bookmarked'
      : `${writerName({ ...(note.by && { writer: note.by }) })}: ${printable(note.text)}`;
  const line = `  ${bookmarked === true ? '* ' : ''}${text}`;
  return `${displayWidth(line) > columns ? padTo(line, columns) : line}\n`;
}

/** Returns the line under a command whose match was printed by background jobs before it. */
function foundBeforeLine(command: PastCommand | undefined, columns = Number.POSITIVE_INFINITY): string {
  if (command?.foundBefore === undefined) return '';
  const label = command.record.noCommand === true ? '' : 'printed in the background before it: ';
  const line = `  ${label}${printable(command.foundBefore)}`;
  return `${displayWidth(line) > columns ? padTo(line, columns) : line}\n`;
}

/** Width of the folder: a share of the terminal, within limits. Of a longer path the end is shown, which says more. */
const PLACE_CELLS = 28;
const PLACE_SHARE = 1 / 5;
const LEAST_PLACE = 12;

function placeCells(columns = Number.POSITIVE_INFINITY): number {
  return Math.max(LEAST_PLACE, Math.min(PLACE_CELLS, Math.floor(columns * PLACE_SHARE)));
}

/** The folder in which the command ran, behind the shell that ran it where that was an inner one: `ann@box bash ~/src`. */
function whereText({ where, cwd }: LedgerRecord, home: string | undefined, cells: number): string {
  const folder = cwd === undefined ? [] : [fromEnd(printable(placeName(cwd, home)), cells)];
  return [...(where === undefined ? [] : [whereLabel(where)]), ...folder].join(' ') || '-';
}

/** `mara`, or `@ci` for an agent. */
export function writerName({ writer }: Pick<LedgerRecord, 'writer'>): string {
  return printable(writer?.replace(/^user:/, '').replace(/^agent:/, '@') ?? '-');
}

/** Columns of the command that are shown however narrow the terminal is. */
const LEAST_COMMAND = 12;

function formatLine(line: readonly string[], widths: readonly number[], room: number): string {
  const command = line.at(-1) ?? '';
  const width = Math.max(LEAST_COMMAND, room);
  const shown = displayWidth(command) > width ? padTo(command, width) : command;
  return `${widths.map((wide, column) => padTo(line[column] ?? '', wide)).join('  ')}  ${shown}`;
}

export function outcome(record: LedgerRecord): string {
  if (record.noCommand === true) return '-';
  if (record.killedByRestart === true) return 'restart';
  if (record.timedOut === true) return 'timeout';
  if (record.finishedAt === undefined) return 'open';
  if (record.entered === 'inside' || replacedItsShell(record, record)) return 'inside';
  if (isSuspended(record.exitCode)) return 'suspended';
  return record.exitCode === undefined ? '?' : String(record.exitCode);
}

export function took({ startedAt, finishedAt, noCommand }: LedgerRecord): string {
  if (finishedAt === undefined || noCommand === true) return '-';
  return compactDuration(finishedAt - startedAt);
}

export function localTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
