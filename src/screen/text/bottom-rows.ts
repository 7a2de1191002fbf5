/** The bottom of the screen, where programs put their questions. */

import { rowText } from '../cells/row.ts';
import type { Emulator } from '../emulator/emulator.ts';

/**
 * Returns the last rows of the viewport that have text in them, from top to bottom: at most so many. Rows are cut to `MAX_ROW`
 * characters. `isText` tells which rows count.
 */
export function bottomRows(
  emulator: Pick<Emulator, 'rows' | 'base' | 'row'>,
  count: number,
  isText: (row: string) => boolean = (row) => row !== '',
): readonly string[] {
  const rows: string[] = [];
  for (let y = emulator.rows - 1; y >= 0 && rows.length < count; y--) {
    const text = rowText(emulator.row(emulator.base + y))
      .slice(0, MAX_ROW)
      .trimEnd();
    if (isText(text)) rows.push(text);
  }
  return rows.reverse();
}

/** Limit in UTF-16 units: a row of the widest window that people use. */
const MAX_ROW = 1024;
