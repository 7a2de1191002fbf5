/** Paints a span of a row: runs of text, erased blanks, and graphemes after which the cursor is positioned again. */

import type { Row } from '../../screen/cells/row.ts';
import { type Span, widthAt } from './changes.ts';
import type { DrawnWidth } from './drawn-width.ts';
import type { Pen } from './pen.ts';

export type Canvas = { readonly pen: Pen; readonly cols: number; readonly drawn: DrawnWidth };

/** Fewest blanks for which `CSI K`, which has three bytes, is shorter. */
const eraseLineFrom = 4;

export function paintSpan(row: Row, y: number, span: Span, canvas: Canvas): void {
  for (let x = span.from; x < span.to; ) {
    const blanks = blankRun(row, x, canvas.cols);
    const done =
      blanks > 0 ? paintBlanks({ x, y, blanks, to: span.to }, canvas) : paintCell(row, x, y, canvas);
    x += done;
  }
}

function paintCell(row: Row, x: number, y: number, { pen, cols, drawn }: Canvas): number {
  // A right half without its left half should not occur; a blank keeps the columns after it in place.
  const grapheme = row.chars[x] || ' ';
  const width = widthAt(row, x, cols);
  pen.moveTo(x, y);
  pen.style(row.styles[x] ?? 0);
  if (drawn.isAgreed(grapheme)) {
    pen.text(grapheme, width, cols);
    return width;
  }
  // If the terminal draws the grapheme in one cell, the other cell must not keep its old content.
  if (width === 2) {
    pen.text('  ', 2, cols);
    pen.moveTo(x, y);
  }
  pen.doubtful(grapheme);
  return width;
}

type Blanks = { readonly x: number; readonly y: number; readonly blanks: number; readonly to: number };

function paintBlanks({ x, y, blanks, to }: Blanks, { pen, cols }: Canvas): number {
  pen.moveTo(x, y);
  if (x + blanks === cols && blanks >= eraseLineFrom) {
    pen.erase('line');
    return blanks;
  }
  const wanted = Math.min(blanks, to - x);
  const jump = wanted < to - x ? 3 + digits(wanted) : 0;
  if (wanted > 3 + digits(wanted) + jump) {
    pen.erase(wanted);
  } else {
    pen.style(0);
    pen.text(' '.repeat(wanted), wanted, cols);
  }
  return wanted;
}

/** Number of blanks in the default style from `x` on, also beyond the end of the span. */
function blankRun(row: Row, x: number, cols: number): number {
  let end = x;
  while (end < cols && (row.chars[end] ?? ' ') === ' ' && (row.styles[end] ?? 0) === 0) end += 1;
  return end - x;
}

function digits(count: number): number {
  return count < 10 ? 1 : count < 100 ? 2 : 3;
}
