/** The end of an output for a folded preview — the last lines only, without rendering what comes before if that can be. */

import type { Tail } from '../block/body-line.ts';
import { colorsBefore, countLines, isRowLocal } from './row-local.ts';
import type { Scratch, TextLine } from './scratch.ts';
import { wrapped } from './wrapped-lines.ts';

export type End = {
  /** The last logical lines. */
  readonly lines: readonly TextLine[];
  /** Logical lines of the whole output. */
  readonly total: number;
};

/** Shorter outputs are rendered whole: finding a place to cut would save nothing. */
const WORTH_CUTTING = 4 * 1024;

/** At least the last `count` logical lines, printed at this width. */
export function endOf(output: string, count: number, cols: number, scratch: Scratch): End {
  const cuttable = output.length > WORTH_CUTTING && isRowLocal(output);
  // Blank lines at the end are left out, so more may be needed than were asked for.
  for (let wanted = count * 2; cuttable; wanted *= 4) {
    const from = startOfLast(output, wanted);
    if (from === 0) break;
    const { lines } = scratch.render(colorsBefore(output, from) + output.slice(from), cols);
    if (lines.length >= count) {
      return { lines: lines.slice(-count), total: countLines(output, from) + lines.length };
    }
  }
  const { lines } = scratch.render(output, cols);
  return { lines: lines.slice(-count), total: lines.length };
}

/** Laid out for a width: the last `count` rows. */
export function tailOf({ lines, total }: End, count: number, cols: number): Tail {
  const layout = wrapped(lines, cols, total - lines.length);
  const first = Math.max(0, layout.size - count);
  const rows = Array.from({ length: layout.size - first }, (_, index) => layout.row(first + index));
  return {
    rows: rows.filter((row) => row !== undefined),
    lines: total,
    whole: first === 0 && total === lines.length,
  };
}

/** Where the last `wanted` lines begin; 0 when there are no more than those. */
function startOfLast(output: string, wanted: number): number {
  let at = output.length;
  for (let line = 0; line <= wanted; line++) {
    if (at <= 0) return 0;
    at = output.lastIndexOf('\r\n', at - 1);
    if (at < 0) return 0;
  }
  return at + 2;
}
