/** Renders the editor as rows of cells for a width and a height, with the position of the cursor. */

import { type Row, type Span, textRow } from '../cells/row.ts';
import type { StyleId } from '../cells/style.ts';
import { cells, textWidth } from '../cells/text-width.ts';
import type { EditorState } from './editor-state.ts';
import { columnOf, graphemeWidth, type LaidRow, layoutRows, ownWidth, rowOf } from './text-layout.ts';

export type EditorStyle = {
  readonly text: StyleId;
  readonly ghost: StyleId;
  /** Style of the question mark that stands for an invisible character. */
  readonly invisible: StyleId;
  /** Style of text after an open quote; without it such text has the usual style. */
  readonly quoted?: StyleId;
};

export type EditorFrame = {
  readonly width: number;
  /** Largest number of rows, at least 1. Longer text scrolls so that the cursor stays in view. */
  readonly maxHeight: number;
  readonly prompt: readonly Span[];
  readonly style: EditorStyle;
  /** Suggested text behind the input, shown while the cursor is at the end. */
  readonly ghost?: string;
  /** One-cell sign shown for each character while the program has echo off. */
  readonly mask?: string;
  /** First row of the last view, so that the view scrolls no more than needed. */
  readonly top?: number;
};

export type EditorView = {
  readonly rows: readonly Row[];
  readonly cursor: { readonly x: number; readonly y: number };
  readonly top: number;
  /** Number of rows above and below the view. */
  readonly above: number;
  readonly below: number;
};

/** Least number of cells for the text. With fewer, the prompt is not shown. */
const MIN_COLUMNS = 8;

/** Cells for text in a row, right of the prompt. The last column is left for a cursor behind a full row. */
export function textColumns(width: number, prompt: readonly Span[]): number {
  return Math.max(1, width - indentOf(width, prompt) - 1);
}

export function editorView(state: EditorState, frame: EditorFrame): EditorView {
  const { width, prompt, mask } = frame;
  const indent = indentOf(width, prompt);
  const columns = textColumns(width, prompt);
  const shown = mask === undefined ? state.graphemes : state.graphemes.map(() => mask);
  const laid = layoutRows(shown, columns);
  const openAt = frame.style.quoted === undefined ? undefined : openQuote(state.graphemes);
  const cursorRow = rowOf(laid, state.cursor, state.trailing);
  const height = Math.min(Math.max(1, frame.maxHeight), laid.length);
  const top = scroll(frame.top ?? 0, cursorRow, height, laid.length);
  const rows = laid.slice(top, top + height).map((row, y) => {
    const draft = startRow(y === 0 && indent > 0 ? prompt : [], indent);
    placeText(draft, shown, row, columns, (at) => styleAt(at, frame, openAt));
    const isLast = top + y === laid.length - 1;
    if (isLast && state.cursor === state.graphemes.length) placeGhost(draft, width, frame);
    return finishRow(draft, width, laid[top + y - 1]?.soft ?? false);
  });
  const at = laid[cursorRow];
  const x = indent + (at ? columnOf(shown, at, state.cursor, columns) : 0);
  return {
    rows,
    cursor: { x: Math.min(x, Math.max(0, width - 1)), y: cursorRow - top },
    top,
    above: top,
    below: laid.length - top - height,
  };
}

/** Width of the prompt, by which further rows are indented; 0 when it would leave no room for text. */
function indentOf(width: number, prompt: readonly Span[]): number {
  const indent = prompt.reduce((sum, { text }) => sum + textWidth(text), 0);
  return width - indent - 1 < MIN_COLUMNS ? 0 : indent;
}

function scroll(top: number, cursorRow: number, height: number, rows: number): number {
  const showing = Math.max(cursorRow - height + 1, Math.min(top, cursorRow));
  return Math.max(0, Math.min(showing, rows - height));
}

/** An unfinished row, kept cell by cell: joined text could merge graphemes that were separate. */
type Draft = { readonly chars: string[]; readonly styles: StyleId[] };

function startRow(lead: readonly Span[], indent: number): Draft {
  const { chars, styles } = textRow(lead, indent);
  return { chars: [...chars], styles: [...styles] };
}

/** Writes the text of a row: tabs as blanks, invisible characters as a question mark. */
function placeText(
  draft: Draft,
  graphemes: readonly string[],
  row: LaidRow,
  columns: number,
  styleOf: (at: number) => TextStyles,
): void {
  let x = 0;
  for (let i = row.start; i < row.end; i += 1) {
    const grapheme = graphemes[i] ?? '';
    const width = graphemeWidth(grapheme, x, columns);
    x += width;
    const { text, invisible } = styleOf(i);
    if (grapheme === '\t') for (let n = 0; n < width; n += 1) place(draft, ' ', 1, text);
    else if (ownWidth(grapheme) === width) place(draft, grapheme, width, text);
    else place(draft, '?', 1, invisible);
  }
}

type TextStyles = Pick<EditorStyle, 'text' | 'invisible'>;

/** Returns how a grapheme looks: behind an open quote, else as all text. */
function styleAt(at: number, { style }: EditorFrame, openAt = Number.POSITIVE_INFINITY): TextStyles {
  const { text, quoted = text, invisible } = style;
  return { text: at >= openAt ? quoted : text, invisible };
}

/** Writes the first line of the suggested text, cut at the right edge. */
function placeGhost(draft: Draft, width: number, { ghost = '', style }: EditorFrame): void {
  const [line = ''] = ghost.split(/[\r\n]/, 1);
  for (const cell of cells(line)) {
    if (draft.chars.length + cell.width > width) return;
    if (cell.width > 0) place(draft, cell.text, cell.width, style.ghost);
  }
}

function place({ chars, styles }: Draft, text: string, width: number, style: StyleId): void {
  chars.push(text);
  styles.push(style);
  if (width < 2) return;
  chars.push('');
  styles.push(style);
}

function finishRow({ chars, styles }: Draft, width: number, wrapped: boolean): Row {
  while (chars.length < width) {
    chars.push(' ');
    styles.push(0);
  }
  return { chars, styles, wrapped };
}

// Finds the quote that a command line leaves open: Enter would not run the line but ask for more.

type Open = { readonly at: number; readonly quote: string; readonly escapes: boolean };

/**
 * Returns the index of the open quote; undefined if all are closed, and for a line with a here-document, in which quotes are
 * plain text.
 */
export function openQuote(graphemes: readonly string[]): number | undefined {
  if (hasHereDocument(graphemes)) return undefined;
  let open: Open | undefined;
  for (let at = 0; at < graphemes.length; at += 1) {
    const here = graphemes[at] ?? '';
    if (here === '\\' && (open?.escapes ?? true)) at += 1;
    else if (open !== undefined) open = here === open.quote ? undefined : open;
    else if (isComment(graphemes, at)) at = endOfLine(graphemes, at);
    else open = opened(graphemes, at);
  }
  return open?.at;
}

function hasHereDocument(graphemes: readonly string[]): boolean {
  return graphemes.some((each, at) => each === '<' && graphemes[at + 1] === '<');
}

/** In `$'…'` and `"…"` a backslash escapes, in `'…'` it is a plain character. */
function opened(graphemes: readonly string[], at: number): Open | undefined {
  const quote = graphemes[at];
  if (quote !== '"' && quote !== "'") return undefined;
  return { at, quote, escapes: quote === '"' || graphemes[at - 1] === '$' };
}

function isComment(graphemes: readonly string[], at: number): boolean {
  const before = graphemes[at - 1] ?? ' ';
  return graphemes[at] === '#' && (before.trim() === '' || before === ';' || before === '(');
}

function endOfLine(graphemes: readonly string[], from: number): number {
  const end = graphemes.indexOf('\n', from);
  return end < 0 ? graphemes.length : end;
}
