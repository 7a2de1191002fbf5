/** Paints a span of a row: runs of text, erased blanks, and graphemes after which the cursor is positioned again. */

import type { Row } from '../../screen/cells/row.ts';
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

// Finds where a row differs from the row on screen, in spans that never cut a wide cell.

/** Cells from `from` up to, but not including, `to`. */
type Span = { readonly from: number; readonly to: number };

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
function widthAt(row: Row, x: number, cols: number): 1 | 2 {
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

// Tells which graphemes all terminals draw with the expected width, and how far the others may reach.

/**
 * Code points with the same width in all terminals. One cell: letters, box drawing, arrows, braille. Two cells:
 * CJK, kana, hangul, full-width forms.
 */
const agreed: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa1, 0xac],
  [0xae, 0x24f],
  [0x386, 0x482],
  [0x48a, 0x52f],
  [0x2010, 0x2027],
  [0x2030, 0x205e],
  [0x2190, 0x2193],
  [0x2500, 0x259f],
  [0x25a0, 0x25a1],
  [0x25cb, 0x25cb],
  [0x25cf, 0x25cf],
  [0x2713, 0x2713],
  [0x2717, 0x2717],
  [0x2801, 0x28ff],
  [0x3001, 0x3029],
  [0x3041, 0x3096],
  [0x30a1, 0x30ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xac00, 0xd7a3],
  [0xff01, 0xff60],
];

/**
 * Code points of these that East Asian settings draw two cells wide ("ambiguous" in UAX 11). The ranges are coarse: a
 * false hit only costs some bytes.
 */
const ambiguous: readonly (readonly [number, number])[] = [
  [0xa1, 0x24f],
  [0x386, 0x52f],
  [0x2010, 0x25cf],
];

type DrawnWidth = {
  /** Whether the cursor position after this grapheme is known. */
  isAgreed(grapheme: string): boolean;
};

/** Creates the check. `ambiguousWide` says that the terminal draws ambiguous glyphs in two cells. */
export function drawnWidth(ambiguousWide: boolean): DrawnWidth {
  return {
    isAgreed(grapheme) {
      const code = grapheme.charCodeAt(0);
      // NaN comes from the empty right half of a wide cell, whose width is known as well.
      if (!(code > 0x7e)) return grapheme.length <= 1;
      return grapheme.length === 1 && within(agreed, code) && !(ambiguousWide && within(ambiguous, code));
    },
  };
}

/** Cells beyond its own width that a grapheme may cover if each code point is drawn alone, two cells each at most. */
function spill(grapheme: string, width: number): number {
  let points = 0;
  for (const _ of grapheme) points += 1;
  return Math.max(2 * points - width, 0);
}

function within(ranges: readonly (readonly [number, number])[], code: number): boolean {
  for (const [first, last] of ranges) if (code >= first && code <= last) return true;
  return false;
}
