/** Renders the last lines of an output for a folded preview, if possible without rendering the lines before. */

import type { LastRows } from '../block/body-line.ts';
import type { OutputRenderer, TextLine } from './output-renderer.ts';
import { colorsBefore, countLines, isRowLocal } from './row-local.ts';
import { wrapLines } from './wrapped-lines.ts';

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
