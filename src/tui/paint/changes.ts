/** Finds where a row differs from the row on screen, in spans that never cut a wide cell. */

import type { Row } from '../../screen/cells/row.ts';
import { type DrawnWidth, spill } from './drawn-width.ts';

/** Cells from `from` up to, but not including, `to`. */
export type Span = { readonly from: number; readonly to: number };

/** Most unchanged cells between two spans that are written again: skipping them with `CSI nC` costs four bytes. */
const bridgeable = 3;

export function changedSpans(shown: Row, next: Row, cols: number, drawn: DrawnWidth): readonly Span[] {
  const spans: Span[] = [];
  let taintedTo = 0;
  for (let x = 0; x < cols; ) {
    const width = widthAt(next, x, cols);
    if (x < taintedTo || differs(shown, next, x) || (width === 2 && differs(shown, next, x + 1))) {
      extend(spans, next, x, x + width);
      taintedTo = Math.max(taintedTo, reach(next, x, cols, drawn), reach(shown, x, cols, drawn));
    }
    x += width;
  }
  return spans;
}

/** Width of a cell. The empty right half after it marks a wide cell. */
export function widthAt(row: Row, x: number, cols: number): 1 | 2 {
  return x + 1 < cols && row.chars[x + 1] === '' ? 2 : 1;
}

function differs(shown: Row, next: Row, x: number): boolean {
  return (
    (shown.chars[x] ?? ' ') !== (next.chars[x] ?? ' ') || (shown.styles[x] ?? 0) !== (next.styles[x] ?? 0)
  );
}

/** First column not affected by a grapheme. A terminal may draw it wider than expected, over cells to its right. */
function reach(row: Row, x: number, cols: number, drawn: DrawnWidth): number {
  const grapheme = row.chars[x] ?? ' ';
  if (drawn.isAgreed(grapheme)) return 0;
  const width = widthAt(row, x, cols);
  return x + width + spill(grapheme, width);
}

function extend(spans: Span[], row: Row, from: number, to: number): void {
  const last = spans.at(-1);
  if (last !== undefined && isBridge(row, last.to, from)) spans[spans.length - 1] = { from: last.from, to };
  else spans.push({ from, to });
}

function isBridge(row: Row, from: number, to: number): boolean {
  if (to - from > bridgeable) return false;
  for (let x = from; x < to; x += 1) {
    if (!isAscii(row.chars[x] ?? ' ') || row.styles[x] !== row.styles[from - 1]) return false;
  }
  return true;
}

function isAscii(char: string): boolean {
  return char.length === 1 && char.charCodeAt(0) < 0x7f;
}
