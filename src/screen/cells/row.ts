/** Rows: the content of one screen line, cell by cell. */
import type { StyleId } from './style.ts';
import { cells } from './text-width.ts';

/**
 * `chars` and `styles` have one entry per cell. `''` is the right half of the wide cell before it, `' '` a blank.
 * `wrapped` tells that this row continues the one above it. Rows never change.
 */
export type Row = {
  readonly chars: readonly string[];
  readonly styles: readonly StyleId[];
  readonly wrapped: boolean;
};

export type Span = { readonly text: string; readonly style?: StyleId };

/** Returns a blank row, usually the same object for the same width and style, so that a painter need not compare it. */
export function blankRow(cols: number, style: StyleId = 0): Row {
  const key = `${cols} ${style}`;
  const known = blanks.get(key);
  if (known !== undefined) return known;
  const row: Row = {
    chars: new Array<string>(cols).fill(' '),
    styles: new Array<StyleId>(cols).fill(style),
    wrapped: false,
  };
  if (blanks.size >= BLANKS_KEPT) blanks.clear();
  blanks.set(key, row);
  return row;
}

/** Limit: cached rows. A window needs its own width and that of one or two panes. */
const BLANKS_KEPT = 32;
const blanks = new Map<string, Row>();

/**
 * Makes one row of styled text, cut at the edge (never inside a wide cell) and padded with default blanks. Leaves out control
 * characters.
 */
export function textRow(spans: readonly Span[], cols: number): Row {
  const chars: string[] = [];
  const styles: StyleId[] = [];
  for (const { text, style = 0 } of spans) {
    for (const cell of cells(text)) {
      if (cell.width === 0) continue;
      if (chars.length + cell.width > cols) return filled(chars, styles, cols);
      chars.push(cell.text);
      styles.push(style);
      if (cell.width === 2) {
        chars.push('');
        styles.push(style);
      }
    }
  }
  return filled(chars, styles, cols);
}

/** The row as text, without blanks at the right end. */
export function rowText(row: Row): string {
  let end = row.chars.length;
  while (end > 0 && row.chars[end - 1] === ' ') end--;
  return (end === row.chars.length ? row.chars : row.chars.slice(0, end)).join('');
}

/** Whether two rows have the same cells, also in different objects. */
export function sameRow(a: Row, b: Row): boolean {
  if (a === b) return true;
  if (a.wrapped !== b.wrapped || a.chars.length !== b.chars.length) return false;
  for (let x = 0; x < a.chars.length; x++) {
    if (a.chars[x] !== b.chars[x] || a.styles[x] !== b.styles[x]) return false;
  }
  return true;
}

function filled(chars: string[], styles: StyleId[], cols: number): Row {
  while (chars.length < cols) {
    chars.push(' ');
    styles.push(0);
  }
  return { chars, styles, wrapped: false };
}
