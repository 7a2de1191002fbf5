/** Lays out logical lines for a width: counts the rows and returns any of them without keeping all. */

import { wrapLine } from '../../../screen/text/logical-lines.ts';
import type { PlacedRow } from '../block/body-line.ts';
import type { TextLine } from './output-renderer.ts';

export type WrappedLines = {
  readonly cols: number;
  readonly size: number;
  row(index: number): PlacedRow | undefined;
  rowOfLine(line: number): number;
};

/**
 * Limit on lines whose rows are kept, so that a repeated request returns the same object. Beyond it all are
 * dropped.
 */
const KEPT_LINES = 512;

/** Lays out `lines`; `firstLine` is the index of the first of them in the whole output. */
export function wrapLines(lines: readonly TextLine[], cols: number, firstLine = 0): WrappedLines {
  const starts = rowStarts(lines, cols);
  const size = starts[lines.length] ?? 0;
  const kept = new Map<number, readonly PlacedRow[]>();
  return {
    cols,
    size,
    row: (index) => {
      if (index < 0 || index >= size) return undefined;
      const at = lineOfRow(starts, index);
      let rows = kept.get(at);
      if (rows === undefined) {
        if (kept.size >= KEPT_LINES) kept.clear();
        rows = placedRows(lines[at], cols, firstLine + at);
        kept.set(at, rows);
      }
      return rows[index - (starts[at] ?? 0)];
    },
    rowOfLine: (line) => starts[Math.max(0, Math.min(line - firstLine, lines.length - 1))] ?? 0,
  };
}

/** Index of the first row of each line, and at the end the number of rows. */
function rowStarts(lines: readonly TextLine[], cols: number): Uint32Array {
  const starts = new Uint32Array(lines.length + 1);
  let row = 0;
  lines.forEach((line, index) => {
    row += line.chars.length <= cols ? 1 : wrapLine(line, cols).length;
    starts[index + 1] = row;
  });
  return starts;
}

/** Index of the line that contains a row (binary search). */
function lineOfRow(starts: Uint32Array, row: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

function placedRows(line: TextLine | undefined, cols: number, index: number): readonly PlacedRow[] {
  if (line === undefined) return [];
  let offset = 0;
  return wrapLine(line, cols).map((row) => {
    const fits = line.chars[offset + cols] === '' && cols > 1 ? cols - 1 : cols;
    const placed = { row, line: index, offset, end: offset + fits, cells: line.chars };
    offset = placed.end;
    return placed;
  });
}
