/** Past commands as lines of text, one each, or as JSON. */

import type { PastCommand } from '../../ledger/read/read-history.ts';
import type { LedgerRecord } from '../../ledger/records/record.ts';
import { asCommandRecord } from '../../ledger/records/record-json.ts';
import { displayWidth, padTo, printable } from '../ground/plain-text.ts';

/** One object a line, so that a reader need not wait for the last. */
export function asJsonLines(commands: readonly PastCommand[]): string {
  return commands
    .map(({ terminal, uri, record }) => `${JSON.stringify({ terminal, uri, ...asCommandRecord(record) })}\n`)
    .join('');
}

/** The command comes last and is the one thing that is cut at `columns`. */
export function formatHistory(commands: readonly PastCommand[], columns?: number): string {
  const lines = commands.map(({ terminal, record }) => [
    localTime(record.startedAt),
    printable(terminal),
    printable(record.writer?.replace(/^user:/, '').replace(/^agent:/, '@') ?? '-'),
    outcome(record),
    duration(record),
    printable(record.commandLine),
  ]);
  const table = [['STARTED', 'TERMINAL', 'BY', 'EXIT', 'TIME', 'COMMAND'], ...lines];
  const widths = [0, 1, 2, 3, 4].map((column) =>
    Math.max(...table.map((line) => displayWidth(line[column] ?? ''))),
  );
  const room = (columns ?? Number.POSITIVE_INFINITY) - widths.reduce((sum, width) => sum + width + 2, 0);
  return table.map((line) => `${formatLine(line, widths, room)}\n`).join('');
}

/** However narrow it is, something of the command is to be seen. */
const LEAST_COMMAND = 12;

function formatLine(line: readonly string[], widths: readonly number[], room: number): string {
  const command = line.at(-1) ?? '';
  const width = Math.max(LEAST_COMMAND, room);
  const shown = displayWidth(command) > width ? padTo(command, width) : command;
  return `${widths.map((wide, column) => padTo(line[column] ?? '', wide)).join('  ')}  ${shown}`;
}

function outcome(record: LedgerRecord): string {
  if (record.killedByRestart === true) return 'restart';
  if (record.timedOut === true) return 'timeout';
  if (record.finishedAt === undefined) return 'open';
  return record.exitCode === undefined ? '?' : String(record.exitCode);
}

function duration({ startedAt, finishedAt }: LedgerRecord): string {
  if (finishedAt === undefined) return '-';
  const seconds = Math.max(0, finishedAt - startedAt) / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}m${Math.floor(seconds % 60)}s`
    : `${Math.floor(minutes / 60)}h${minutes % 60}m`;
}

function localTime(at: number): string {
  const date = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  const day = [date.getFullYear(), two(date.getMonth() + 1), two(date.getDate())].join('-');
  return `${day} ${[date.getHours(), date.getMinutes(), date.getSeconds()].map(two).join(':')}`;
}
