/** The line that a program wrote, out of the rows into which the window wrapped it. */

import type { StyleId } from '../../../screen/cells/style.ts';
import type { Position } from '../list/block-list.ts';
import type { BodyText } from './body-text.ts';

export type LogicalLine = {
  readonly cells: readonly string[];
  readonly styles: readonly StyleId[];
  /** The rows, each with the cell of the line at which it begins. */
  readonly rows: readonly { readonly position: Position; readonly from: number }[];
};

/** Limit: rows read above and below one row, so that a line without end costs nothing to point at. */
const ROWS_LIMIT = 64;

export function logicalLine(text: BodyText, position: Position): LogicalLine {
  let first = position;
  for (let rows = 0; rows < ROWS_LIMIT && text.row(first)?.wrapped === true; rows++) {
    const above = text.step(first, -1);
    if (above === undefined) break;
    first = above;
  }
  const cells: string[] = [];
  const styles: StyleId[] = [];
  const rows: { position: Position; from: number }[] = [];
  let at: Position | undefined = first;
  for (let count = 0; at !== undefined && count < 2 * ROWS_LIMIT; count++) {
    const row = text.row(at);
    if (row === undefined || (count > 0 && !row.wrapped)) break;
    rows.push({ position: at, from: cells.length });
    cells.push(...row.chars);
    styles.push(...row.styles);
    at = text.step(at, 1);
  }
  return { cells, styles, rows };
}

/** Returns the cell of a logical line that stands at column `x` of one of its rows. */
export function cellAt(line: LogicalLine, { item, line: row }: Position, x: number): number {
  const found = line.rows.find(({ position }) => position.item === item && position.line === row);
  return (found?.from ?? 0) + x;
}

/** Returns row and column of a cell of a logical line. */
export function rowAndColumn(
  line: LogicalLine,
  cell: number,
): { readonly position: Position; readonly x: number } {
  const row = line.rows.findLast(({ from }) => from <= cell) ?? line.rows[0];
  if (row === undefined) return { position: { item: 0, line: 0 }, x: 0 };
  return { position: row.position, x: cell - row.from };
}
