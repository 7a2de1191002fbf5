/** Lays out the logical lines of finished outputs as rows. */

import { linkAddress } from '../../../screen/cells/link-table.ts';
import { styleLink } from '../../../screen/cells/style-table.ts';
import { wrapLine } from '../../../screen/text/logical-lines.ts';
import type { OutputRenderer, TextLine } from '../../../screen/text/output-renderer.ts';
import { colorsBefore, countLines, isRowLocal } from '../../../screen/text/row-local.ts';
import type { LastRows, PlacedRow } from '../block/body-line.ts';

// Lays out logical lines for a width: counts the rows and returns any of them without keeping all.

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

// Renders the last lines of an output for a folded preview, if possible without rendering the lines
// before.

export type LastLines = {
  /** Last logical lines, oldest first. */
  readonly lines: readonly TextLine[];
  /** Number of logical lines of the whole output. */
  readonly total: number;
};

/** Output of up to this many characters is rendered whole: finding a place to cut would save nothing. */
const WORTH_CUTTING = 4 * 1024;

/** Returns the last `count` logical lines of an output that was printed at this width. */
export function lastLinesOf(
  output: string,
  count: number,
  cols: number,
  renderer: OutputRenderer,
): LastLines {
  const cuttable = output.length > WORTH_CUTTING && isRowLocal(output);
  // Blank lines at the end are left out, so more lines may be needed than requested.
  for (let wanted = count * 2; cuttable; wanted *= 4) {
    const from = startOfLast(output, wanted);
    if (from === 0) break;
    const { lines } = renderer.render(colorsBefore(output, from) + output.slice(from), cols);
    if (lines.length >= count) {
      return { lines: lines.slice(-count), total: countLines(output, from) + lines.length };
    }
  }
  const { lines } = renderer.render(output, cols);
  return { lines: lines.slice(-count), total: lines.length };
}

/** Lays out lines for a width and returns the last `count` rows. */
export function lastRowsOf({ lines, total }: LastLines, count: number, cols: number): LastRows {
  const layout = wrapLines(lines, cols, total - lines.length);
  const first = Math.max(0, layout.size - count);
  const rows = Array.from({ length: layout.size - first }, (_, index) => layout.row(first + index));
  return { rows: rows.filter((row) => row !== undefined), lines: total };
}

/** Index at which the last `wanted` lines begin; 0 when the output has no more lines. */
function startOfLast(output: string, wanted: number): number {
  let at = output.length;
  for (let line = 0; line <= wanted; line++) {
    if (at <= 0) return 0;
    at = output.lastIndexOf('\r\n', at - 1);
    if (at < 0) return 0;
  }
  return at + 2;
}

// The hyperlinks of an output, which the user can open.

/** A hyperlink of an output: its address and the line on which it begins. */
export type OutputLink = { readonly address: string; readonly line: number };

/** Returns the links in order, each address once, with the line on which it first occurs. */
export function linksOf(lines: readonly TextLine[]): readonly OutputLink[] {
  const found = new Map<number, number>();
  for (const [line, { styles }] of lines.entries())
    for (const style of styles) {
      const link = styleLink(style);
      if (link !== 0 && !found.has(link)) found.set(link, line);
    }
  return [...found].flatMap(([link, line]) => {
    const address = linkAddress(link);
    return address === undefined ? [] : [{ address, line }];
  });
}
