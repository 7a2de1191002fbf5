/** Finds the rows of the index that match a query, and sorts as many of them as are shown. */

import { isBy, isIn, isOn } from '../../protocol/cotty/filter/command-filter.ts';
import { wordsTest } from '../../protocol/cotty/filter/words-test.ts';
import type { HistoryOrder, HistoryQuery } from '../../protocol/cotty/history.ts';
import { compareTexts, type OrderKey } from '../../protocol/cotty/history-order.ts';
import { BOOKMARKED, ENDED, FAILED, NOTED } from './columns.ts';
import type { HistoryIndex, Pause } from './history-index.ts';

/** Rows that are looked at between two pauses. */
const SLICE = 65_536;

export type RowContext = {
  /** Name of this machine. */
  readonly here: string;
  /** Rows of commands that are in memory, where more is known of them. */
  readonly hidden: ReadonlySet<number>;
  /** Returns a 1 for each folder, a file URI, that is in the repository. */
  readonly inRepository: (folders: readonly string[], repository: string) => Promise<Uint8Array>;
  readonly pause: Pause;
};

/** Numbers of texts in a column, and a 1 for each that will do. */
type Among = { readonly ids: Uint32Array; readonly marks: Uint8Array };

type Wanted = {
  readonly lines: Uint8Array | undefined;
  /** Rows that match by their notes. */
  readonly noted: ReadonlySet<number>;
  readonly among: readonly Among[];
  readonly flags: number;
  readonly exit: number | undefined;
  readonly since: number;
  readonly until: number;
  readonly longer: number;
};

/** Returns the matching rows, newest first. Searches no output. */
export async function matchingRows(
  index: HistoryIndex,
  query: HistoryQuery,
  context: RowContext,
): Promise<Uint32Array> {
  const wanted = await wantedOf(index, query, context);
  const { order } = index;
  const passes = rowTest(index, wanted, context.hidden);
  const found = new Uint32Array(order.length);
  let count = 0;
  await eachNewestFirst(order, context.pause, (row) => {
    if (passes(row)) found[count++] = row;
  });
  return found.subarray(0, count);
}

async function wantedOf(index: HistoryIndex, query: HistoryQuery, context: RowContext): Promise<Wanted> {
  const { lines } = index;
  const { text = '', commandLine, exitCode } = query;
  const words = text.trim();
  const having = words === '' ? undefined : await lines.having(words, context.pause);
  return {
    lines: commandLine === undefined ? having : only(lines.find(commandLine), lines.count, having),
    noted: words === '' ? new Set() : notedWith(index, words),
    among: await amongOf(index, query, context),
    flags: flagsOf(query),
    exit: exitCode,
    since: query.since ?? Number.NEGATIVE_INFINITY,
    until: query.until ?? Number.POSITIVE_INFINITY,
    longer: query.longerThanMs ?? 0,
  };
}

async function amongOf(
  index: HistoryIndex,
  { folder, cwd, repository, writer, host, terminal }: HistoryQuery,
  { here, inRepository }: RowContext,
): Promise<readonly Among[]> {
  const { folders, writers, hosts } = index;
  const { arrays } = index.columns;
  const among: Among[] = [];
  if (folder !== undefined)
    among.push({ ids: arrays.folder, marks: folders.that((uri) => isIn(uri, folder)) });
  if (cwd !== undefined)
    among.push({ ids: arrays.folder, marks: only(folders.find(cwd), folders.all.length) });
  if (repository !== undefined)
    among.push({ ids: arrays.folder, marks: await inRepository(folders.all, repository) });
  if (writer !== undefined)
    among.push({ ids: arrays.writer, marks: writers.that((name) => isBy(name, writer)) });
  if (host !== undefined)
    among.push({ ids: arrays.host, marks: hosts.that((name) => isOn(name, host, here)) });
  if (terminal !== undefined)
    among.push({ ids: arrays.terminal, marks: index.terminalsThat(({ uri }) => uri === terminal) });
  return among;
}

function flagsOf({ failed, bookmarked, noted }: HistoryQuery): number {
  return (
    (failed === true ? FAILED : 0) | (bookmarked === true ? BOOKMARKED : 0) | (noted === true ? NOTED : 0)
  );
}

function only(id: number | undefined, count: number, among?: Uint8Array): Uint8Array {
  const marks = new Uint8Array(count);
  if (id !== undefined) marks[id] = among?.[id] ?? 1;
  return marks;
}

/** Rows whose note and command line together have the words. */
function notedWith({ notes, columns, lines }: HistoryIndex, words: string): ReadonlySet<number> {
  const fits = wordsTest(words);
  const found = [...notes].filter(([row, note]) =>
    fits(`${lines.text(columns.arrays.line[row] ?? 0)}\n${note}`),
  );
  return new Set(found.map(([row]) => row));
}

function rowTest(
  { columns: { arrays } }: HistoryIndex,
  { lines, noted, among, flags, exit, ...times }: Wanted,
  hidden: ReadonlySet<number>,
): (row: number) => boolean {
  const tests: ((row: number) => boolean)[] = among.map(
    ({ ids, marks }) =>
      (row) =>
        marks[ids[row] ?? 0] === 1,
  );
  if (lines !== undefined) tests.unshift((row) => lines[arrays.line[row] ?? 0] === 1 || noted.has(row));
  if (flags !== 0) tests.push((row) => ((arrays.flags[row] ?? 0) & flags) === flags);
  if (exit !== undefined) tests.push((row) => arrays.exit[row] === exit);
  const isInTime = timeTest(arrays, times);
  if (isInTime !== undefined) tests.push(isInTime);
  if (hidden.size > 0) tests.push((row) => !hidden.has(row));
  return (row) => {
    for (const passes of tests) if (!passes(row)) return false;
    return true;
  };
}

/** Undefined where any time will do. */
function timeTest(
  arrays: HistoryIndex['columns']['arrays'],
  { since, until, longer }: Pick<Wanted, 'since' | 'until' | 'longer'>,
): ((row: number) => boolean) | undefined {
  if (since === Number.NEGATIVE_INFINITY && until === Number.POSITIVE_INFINITY && longer === 0)
    return undefined;
  return (row) => {
    const started = arrays.started[row] ?? 0;
    if (started >= until) return false;
    const hasEnded = ((arrays.flags[row] ?? 0) & ENDED) !== 0;
    const duration = arrays.duration[row] ?? 0;
    return (!hasEnded || started + duration >= since) && (longer === 0 || (hasEnded && duration >= longer));
  };
}

export function keyOf({ columns: { arrays }, lines }: HistoryIndex, row: number): OrderKey {
  const flags = arrays.flags[row] ?? 0;
  return {
    startedAt: arrays.started[row] ?? 0,
    durationMs: (flags & ENDED) === 0 ? undefined : (arrays.duration[row] ?? 0),
    failed: (flags & FAILED) !== 0,
    get commandLine() {
      return lines.text(arrays.line[row] ?? 0);
    },
  };
}

/** Returns the first `count` rows in an order, of rows that are newest first. */
export async function firstRows(
  index: HistoryIndex,
  rows: Uint32Array,
  order: HistoryOrder,
  count: number,
  pause: Pause,
): Promise<Uint32Array> {
  if (order === 'newest') return rows.subarray(0, count);
  if (order === 'oldest') return rows.slice(Math.max(0, rows.length - count)).reverse();
  const compare = rowOrder(index, order);
  // A heap of the best rows so far, the worst of them first.
  const heap = new RowHeap(Math.min(count, rows.length), compare);
  for (let from = 0; from < rows.length; from += SLICE) {
    for (const row of rows.subarray(from, from + SLICE)) heap.offer(row);
    await pause();
  }
  return heap.sorted();
}

type RowOrder = (one: number, other: number) => number;

/** Compares rows by their columns; those that are equal, newest first. */
function rowOrder({ columns: { arrays }, lines }: HistoryIndex, order: HistoryOrder): RowOrder {
  const newest: RowOrder = (one, other) =>
    (arrays.started[other] ?? 0) - (arrays.started[one] ?? 0) || other - one;
  const flag = (row: number, flag: number): number => (arrays.flags[row] ?? 0) & flag;
  const duration = (row: number, unknown: number): number =>
    flag(row, ENDED) === 0 ? unknown : (arrays.duration[row] ?? 0);
  switch (order) {
    case 'longest':
      return (one, other) => duration(other, -1) - duration(one, -1) || newest(one, other);
    case 'shortest':
      return (one, other) =>
        duration(one, Number.MAX_VALUE) - duration(other, Number.MAX_VALUE) || newest(one, other);
    case 'failed':
      return (one, other) => flag(other, FAILED) - flag(one, FAILED) || newest(one, other);
    case 'command': {
      const line = (row: number): number => arrays.line[row] ?? 0;
      return (one, other) =>
        (line(one) === line(other) ? 0 : compareTexts(lines.text(line(one)), lines.text(line(other)))) ||
        newest(one, other);
    }
    default:
      return newest;
  }
}

/** The first rows of an order, among all that are offered. */
class RowHeap {
  readonly #rows: Uint32Array;
  readonly #compare: RowOrder;
  #size = 0;

  constructor(most: number, compare: RowOrder) {
    this.#rows = new Uint32Array(most);
    this.#compare = compare;
  }

  offer(row: number): void {
    const rows = this.#rows;
    if (this.#size < rows.length) {
      rows[this.#size] = row;
      this.#size += 1;
      this.#rise(this.#size - 1);
    } else if (this.#size > 0 && this.#compare(row, rows[0] ?? 0) < 0) {
      rows[0] = row;
      this.#sink();
    }
  }

  sorted(): Uint32Array {
    return this.#rows.slice(0, this.#size).sort(this.#compare);
  }

  #rise(from: number): void {
    const rows = this.#rows;
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (this.#compare(rows[at] ?? 0, rows[parent] ?? 0) <= 0) return;
      swap(rows, at, parent);
      at = parent;
    }
  }

  #sink(): void {
    const rows = this.#rows;
    for (let at = 0; ; ) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let last = at;
      if (left < this.#size && this.#compare(rows[left] ?? 0, rows[last] ?? 0) > 0) last = left;
      if (right < this.#size && this.#compare(rows[right] ?? 0, rows[last] ?? 0) > 0) last = right;
      if (last === at) return;
      swap(rows, at, last);
      at = last;
    }
  }
}

function swap(rows: Uint32Array, one: number, other: number): void {
  const row = rows[one] ?? 0;
  rows[one] = rows[other] ?? 0;
  rows[other] = row;
}

export type RunOf = Pick<OrderKey, 'startedAt' | 'commandLine'> & { readonly cwd: string };

/** Returns, for each command, the rows of earlier runs of the same command line in the same folder, oldest first. */
export async function earlierRuns(
  { columns: { arrays }, order, lines, folders }: HistoryIndex,
  commands: readonly RunOf[],
  most: number,
  pause: Pause,
): Promise<readonly (readonly number[])[]> {
  const all = commands.map(({ startedAt, commandLine, cwd }) => {
    const runs: number[] = [];
    return { line: lines.find(commandLine), folder: folders.find(cwd), startedAt, runs };
  });
  // Most rows are passed over: a byte a line tells which.
  const marks = new Uint8Array(lines.count);
  const byLine = new Map<number, typeof all>();
  for (const one of all) {
    if (one.line === undefined) continue;
    marks[one.line] = 1;
    byLine.set(one.line, [...(byLine.get(one.line) ?? []), one]);
  }
  await eachNewestFirst(order, pause, (row) => {
    const line = arrays.line[row] ?? 0;
    if (marks[line] === 0) return;
    for (const { folder, startedAt, runs } of byLine.get(line) ?? []) {
      const isSame = runs.length < most && arrays.folder[row] === folder;
      if (isSame && (arrays.started[row] ?? 0) < startedAt) runs.push(row);
    }
  });
  return all.map(({ runs }) => runs.toReversed());
}

async function eachNewestFirst(order: Uint32Array, pause: Pause, look: (row: number) => void): Promise<void> {
  for (let end = order.length; end > 0; end -= SLICE) {
    for (let at = end - 1; at >= Math.max(0, end - SLICE); at -= 1) look(order[at] ?? 0);
    await pause();
  }
}
