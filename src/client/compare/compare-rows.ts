/** The rows of a comparison as they are painted: signs, changed parts, and which change each belongs to. */

import type { ChangedLine, Comparison } from '../../review/compare/comparison.ts';
import { SIGNS, type SideRow, sideRows, type UnifiedRow, unifiedRows } from '../../review/compare/rows.ts';
import type { Run } from '../../review/run.ts';

/** `changed` parts differ from the other run. */
type LinePart = { readonly text: string; readonly changed: boolean };

export type ComparedLine = { readonly sign: ' ' | '-' | '+'; readonly parts: readonly LinePart[] };

/** `change` is the index of the change that the row is part of; equal lines have none. */
export type CompareRow =
  | { readonly kind: 'line'; readonly line: ComparedLine; readonly change: number | undefined }
  /** Both runs side by side; a side is absent where only the other run has a line. */
  | {
      readonly kind: 'pair';
      readonly before: ComparedLine | undefined;
      readonly after: ComparedLine | undefined;
      readonly change: number | undefined;
    }
  /** So many equal lines that are left out, or rows beyond the limit. */
  | { readonly kind: 'skipped' | 'more'; readonly count: number };

/** Limit: rows that are shown. */
const MOST_ROWS = 20_000;

/** Returns the rows, side by side or one below the other; none where no line differs. */
export function compareRows(
  comparison: Comparison,
  sideBySide: boolean,
  most = MOST_ROWS,
): readonly CompareRow[] {
  if (changeCount(comparison) === 0) return [];
  const rows: readonly (UnifiedRow | SideRow)[] = sideBySide ? sideRows(comparison) : unifiedRows(comparison);
  let change = -1;
  let isInside = false;
  const made = rows.slice(0, most).map((row): CompareRow => {
    const isChange = row.kind !== 'equal' && row.kind !== 'skipped';
    if (isChange && !isInside) change += 1;
    isInside = isChange;
    return rowOf(row, isChange ? change : undefined);
  });
  return rows.length <= most ? made : [...made, { kind: 'more', count: rows.length - most }];
}

/** Returns the number of changes: lines that differ, without an equal one between them, are one. */
export function changeCount({ hunks }: Pick<Comparison, 'hunks'>): number {
  return hunks.reduce((count, { kind }) => count + (kind === 'changed' ? 1 : 0), 0);
}

/** Says what stands in the place of lines that are left out. */
export function skippedText({ kind, count }: Extract<CompareRow, { readonly count: number }>): string {
  const lines = `${count.toLocaleString('en')} ${count === 1 ? 'line' : 'lines'}`;
  return kind === 'skipped' ? `${lines} alike` : `${lines} more are not shown`;
}

function rowOf(row: UnifiedRow | SideRow, change: number | undefined): CompareRow {
  if (row.kind === 'skipped') return row;
  if ('text' in row) {
    const sign = SIGNS[row.kind];
    return { kind: 'line', line: { sign, parts: partsOf(row) }, change };
  }
  const { before, after } = row;
  return {
    kind: 'pair',
    before: before && { sign: row.kind === 'equal' ? ' ' : '-', parts: partsOf(before) },
    after: after && { sign: row.kind === 'equal' ? ' ' : '+', parts: partsOf(after) },
    change,
  };
}

function partsOf({
  text,
  changed = [],
}: Pick<ChangedLine, 'text'> & Partial<ChangedLine>): readonly LinePart[] {
  const parts: LinePart[] = [];
  let at = 0;
  for (const [from, to] of changed) {
    if (from > at) parts.push({ text: text.slice(at, from), changed: false });
    parts.push({ text: text.slice(from, to), changed: true });
    at = to;
  }
  if (at < text.length) parts.push({ text: text.slice(at), changed: false });
  return parts;
}

/** Returns the differences as a unified diff, with the names of the terminals and the numbers of the commands; empty if there are none. */
export function unifiedDiff({ before, after, comparison }: ComparedRuns): string {
  if (changeCount(comparison) === 0) return '';
  const groups: UnifiedLine[][] = [[]];
  for (const row of unifiedRows(comparison)) {
    if (row.kind === 'skipped') groups.push([]);
    else groups.at(-1)?.push(row);
  }
  const hunks = groups.filter(({ length }) => length > 0).flatMap(hunkLines);
  const name = ({ terminal, seq }: Run) => `${terminal}:${seq}`;
  return `${[`--- ${name(before)}`, `+++ ${name(after)}`, ...hunks].join('\n')}\n`;
}

type ComparedRuns = { readonly before: Run; readonly after: Run; readonly comparison: Comparison };

type UnifiedLine = Exclude<UnifiedRow, { readonly kind: 'skipped' }>;

function hunkLines(rows: readonly UnifiedLine[]): readonly string[] {
  const before = rows.flatMap((row) => ('before' in row ? [row.before] : []));
  const after = rows.flatMap((row) => ('after' in row ? [row.after] : []));
  const head = `@@ -${range(before)} +${range(after)} @@`;
  return [head, ...rows.map(({ kind, text }) => `${SIGNS[kind]}${text}`)];
}

function range(numbers: readonly number[]): string {
  return `${numbers[0] ?? 0},${numbers.length}`;
}
