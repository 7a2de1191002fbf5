/** Rows — what a line of the screen looks like, one entry a cell. */
import type { StyleId } from './style.ts';
import { cells } from './text-width.ts';

/**
 * `chars` and `styles` have one entry a cell. `''` is the right half of the wide cell before it, `' '` a blank.
 * `wrapped` says that this row continues the one above it. Rows are never changed after they were made.
 */
export type Row = {
  readonly chars: readonly string[];
  readonly styles: readonly StyleId[];
  readonly wrapped: boolean;
};

export type Span = { readonly text: string; readonly style?: StyleId };

/** Of the same width and style the same object, while there are few: what stays blank is not compared anew. */
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

/** A window needs its own width and that of a pane or two. */
const BLANKS_KEPT = 32;
const blanks = new Map<string, Row>();

/** Styled text on one row, cut at the edge (never half a wide cell) and filled up with default blanks. Control characters are left out. */
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

/** The row as text, blanks at the right end left out. */
export function rowText(row: Row): string {
  let end = row.chars.length;
  while (end > 0 && row.chars[end - 1] === ' ') end--;
  return (end === row.chars.length ? row.chars : row.chars.slice(0, end)).join('');
}

/** The same cells, whatever the objects. */
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
