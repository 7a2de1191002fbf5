/** `cotty history --waited` — who waited for whom, from the records of all terminals. */

import type { LedgerQuery } from '../../ledger/read/read-history.ts';
import { readWaits } from '../../ledger/read/read-waits.ts';
import type { Wait } from '../../ledger/records/wait.ts';
import { asCommandWait } from '../../ledger/records/wait-json.ts';
import { compactDuration } from '../../protocol/common/durations.ts';
import { isBy } from '../../protocol/cotty/filter/command-filter.ts';
import type { CommandWait } from '../../protocol/cotty/program.ts';
import { shownWords } from '../../protocol/terminal/program-status.ts';
import { columnWidths, displayWidth, padTo, printable } from '../common/plain-text.ts';
import { localTime, writerName } from './history-table.ts';

/** The newest waits that match, newest last, and whether there are older ones. */
export async function waited(
  state: string,
  query: LedgerQuery,
  limit: number,
  onSetAside: (what: string) => void,
): Promise<{ readonly found: readonly CommandWait[]; readonly more: boolean }> {
  const all: CommandWait[] = [];
  for await (const { uri, name, waits } of readWaits(state, onSetAside)) {
    if (query.terminals?.has(uri) === false) continue;
    const wanted = waits.filter((wait) => isWanted(wait, query));
    all.push(...wanted.map((wait) => asCommandWait(wait, { terminal: uri, name })));
  }
  const found = all.toSorted((a, b) => a.askedAt - b.askedAt).slice(-limit);
  return { found, more: found.length < all.length };
}

function isWanted({ askedAt, app = '', msg = '', command, over }: Wait, query: LedgerQuery): boolean {
  const { since = 0, writer, grep } = query;
  if (askedAt < since || (writer !== undefined && !isBy(over?.by, writer))) return false;
  return grep === undefined || [app, msg, command?.line ?? ''].some((text) => grep.test(text));
}

/** A table whose last column is the question, which is cut at `columns`. */
export function formatWaits(waits: readonly CommandWait[], now: number, columns?: number): string {
  const lines = waits.map((wait) => [
    localTime(wait.askedAt),
    printable(wait.name),
    printable(wait.app ?? '-'),
    compactDuration((wait.answeredAt ?? now) - wait.askedAt),
    answeredBy(wait),
    exitOf(wait),
    wait.msg === undefined ? (wait.kind ?? '-') : shownWords(printable(wait.msg), wait.told),
  ]);
  const table = [['ASKED', 'TERMINAL', 'APP', 'WAITED', 'BY', 'EXIT', 'QUESTION'], ...lines];
  const widths = columnWidths(table).slice(0, -1);
  const room = (columns ?? Number.POSITIVE_INFINITY) - widths.reduce((sum, width) => sum + width + 2, 0);
  return table.map((line) => `${formatLine(line, widths, Math.max(LEAST_QUESTION, room))}\n`).join('');
}

/** Columns of the question that are shown however narrow the terminal is. */
const LEAST_QUESTION = 12;

function formatLine(line: readonly string[], widths: readonly number[], room: number): string {
  const question = line.at(-1) ?? '';
  const shown = displayWidth(question) > room ? padTo(question, room) : question;
  return `${widths.map((wide, column) => padTo(line[column] ?? '', wide)).join('  ')}  ${shown}`;
}

function answeredBy({ answeredAt, how, by }: CommandWait): string {
  if (answeredAt === null) return 'open';
  if (how === 'answer' || how === 'typed') return writerName(by === undefined ? {} : { writer: by });
  return how === 'ended' ? 'ended' : 'went on';
}

function exitOf({ finishedAt, exitCode, seq }: CommandWait): string {
  if (finishedAt === undefined) return seq === undefined ? '-' : 'open';
  return exitCode === undefined ? '?' : String(exitCode);
}
