/** Lays out text in rows of a given width: the graphemes of each row, and the cells of each grapheme. */

import { textWidth } from '../cells/text-width.ts';

export type LaidRow = {
  readonly start: number;
  /** Index behind the last grapheme; the newline of a hard break has this index. */
  readonly end: number;
  /** The next row continues the same line. */
  readonly soft: boolean;
};

/** Distance of tab stops, as in terminals. */
const TAB = 8;

/** Returns at least one row. A grapheme that does not fit begins the next row. */
export function layoutRows(graphemes: readonly string[], columns: number): LaidRow[] {
  const rows: LaidRow[] = [];
  let start = 0;
  let x = 0;
  for (let i = 0; i < graphemes.length; i += 1) {
    const grapheme = graphemes[i] ?? '';
    if (grapheme === '\n') {
      rows.push({ start, end: i, soft: false });
      start = i + 1;
      x = 0;
      continue;
    }
    const width = graphemeWidth(grapheme, x, columns);
    if (x + width > columns && i > start) {
      rows.push({ start, end: i, soft: true });
      start = i;
      x = graphemeWidth(grapheme, 0, columns);
    } else {
      x += width;
    }
  }
  rows.push({ start, end: graphemes.length, soft: false });
  return rows;
}

/** Index of the row that shows the cursor. */
export function rowOf(rows: readonly LaidRow[], cursor: number, trailing: boolean): number {
  const row = Math.max(
    0,
    rows.findLastIndex(({ start }) => start <= cursor),
  );
  const above = rows[row - 1];
  return trailing && above?.soft && above.end === cursor ? row - 1 : row;
}

/** Cells in the row before a grapheme. */
export function columnOf(graphemes: readonly string[], row: LaidRow, index: number, columns: number): number {
  let x = 0;
  for (let i = row.start; i < index; i += 1) x += graphemeWidth(graphemes[i] ?? '', x, columns);
  return x;
}

/** Index of the grapheme at a column of the row, or the end of the row. */
export function indexAt(graphemes: readonly string[], row: LaidRow, column: number, columns: number): number {
  let x = 0;
  for (let i = row.start; i < row.end; i += 1) {
    x += graphemeWidth(graphemes[i] ?? '', x, columns);
    if (x > column) return i;
  }
  return row.end;
}

/** Cells of a grapheme that begins at column `x`. A grapheme without width is shown as a one-cell sign. */
export function graphemeWidth(grapheme: string, x: number, columns: number): number {
  if (grapheme === '\t') return Math.max(1, Math.min(TAB - (x % TAB), columns - x));
  return Math.min(ownWidth(grapheme) || 1, columns);
}

/** Cache of measured widths, at most 4,096 graphemes. When full, it is emptied: a missing width is measured again. */
const WIDTHS_LIMIT = 4096;
const widths = new Map<string, number>();

/** Marks without a base and invisible signs. Other terminals draw them over the previous cell, or not at all. */
const HIDDEN = /^[\p{M}\p{Default_Ignorable_Code_Point}]/u;

/** Width of a grapheme alone; 0 when it is invisible. */
export function ownWidth(grapheme: string): number {
  if (grapheme.length === 1 && grapheme >= ' ' && grapheme <= '~') return 1;
  const known = widths.get(grapheme);
  if (known !== undefined) return known;
  if (widths.size >= WIDTHS_LIMIT) widths.clear();
  const width = HIDDEN.test(grapheme) ? 0 : textWidth(grapheme);
  widths.set(grapheme, width);
  return width;
}
