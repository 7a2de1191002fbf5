/** The editor as rows of cells for a width and a height, with the cell of the cursor. */

import { type Row, type Span, textRow } from '../../screen/cells/row.ts';
import type { StyleId } from '../../screen/cells/style.ts';
import { cells, textWidth } from '../../screen/cells/text-width.ts';
import type { EditorState } from './editor-state.ts';
import { columnOf, graphemeWidth, type LaidRow, layoutRows, ownWidth, rowOf } from './text-layout.ts';

export type EditorLook = {
  readonly text: StyleId;
  readonly ghost: StyleId;
  /** For characters that cannot be seen; they are shown by a question mark. */
  readonly invisible: StyleId;
};

export type EditorFrame = {
  readonly width: number;
  /** At least 1. Longer text scrolls so that the cursor stays in view. */
  readonly maxHeight: number;
  readonly prompt: readonly Span[];
  readonly look: EditorLook;
  /** Suggested text behind the input, shown while the cursor is at its end. */
  readonly ghost?: string;
  /** One-cell sign for each character, while the program has echo off. */
  readonly mask?: string;
  /** First row of the last view: scrolls no more than needed. */
  readonly top?: number;
};

export type EditorView = {
  readonly rows: readonly Row[];
  readonly cursor: { readonly x: number; readonly y: number };
  readonly top: number;
  /** Rows that do not fit, over and under the view. */
  readonly above: number;
  readonly below: number;
};

/** Fewer cells than this for the text, and the prompt gives way. */
const MIN_COLUMNS = 8;

/** Cells a row of text may take: right of the prompt, the last column left for a cursor behind a full row. */
export function textColumns(width: number, prompt: readonly Span[]): number {
  return Math.max(1, width - indentOf(width, prompt) - 1);
}

export function editorView(state: EditorState, frame: EditorFrame): EditorView {
  const { width, prompt, mask } = frame;
  const indent = indentOf(width, prompt);
  const columns = textColumns(width, prompt);
  const shown = mask === undefined ? state.graphemes : state.graphemes.map(() => mask);
  const laid = layoutRows(shown, columns);
  const cursorRow = rowOf(laid, state.cursor, state.trailing);
  const height = Math.min(Math.max(1, frame.maxHeight), laid.length);
  const top = scroll(frame.top ?? 0, cursorRow, height, laid.length);
  const rows = laid.slice(top, top + height).map((row, y) => {
    const draft = startRow(y === 0 && indent > 0 ? prompt : [], indent);
    placeText(draft, shown, row, columns, frame.look);
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

/** Width of the prompt, which the rows below are indented by; 0 where it would leave no room. */
function indentOf(width: number, prompt: readonly Span[]): number {
  const indent = prompt.reduce((sum, { text }) => sum + textWidth(text), 0);
  return width - indent - 1 < MIN_COLUMNS ? 0 : indent;
}

function scroll(top: number, cursorRow: number, height: number, rows: number): number {
  const showing = Math.max(cursorRow - height + 1, Math.min(top, cursorRow));
  return Math.max(0, Math.min(showing, rows - height));
}

/** A row in the making, cell by cell: text pieced together anew could join where it stood apart. */
type Draft = { readonly chars: string[]; readonly styles: StyleId[] };

function startRow(lead: readonly Span[], indent: number): Draft {
  const { chars, styles } = textRow(lead, indent);
  return { chars: [...chars], styles: [...styles] };
}

/** Tabs as blanks, the invisible as a sign. */
function placeText(
  draft: Draft,
  graphemes: readonly string[],
  row: LaidRow,
  columns: number,
  look: EditorLook,
): void {
  let x = 0;
  for (let i = row.start; i < row.end; i += 1) {
    const grapheme = graphemes[i] ?? '';
    const width = graphemeWidth(grapheme, x, columns);
    x += width;
    if (grapheme === '\t') for (let n = 0; n < width; n += 1) place(draft, ' ', 1, look.text);
    else if (ownWidth(grapheme) === width) place(draft, grapheme, width, look.text);
    else place(draft, '?', 1, look.invisible);
  }
}

/** One line of it; the edge cuts the rest. */
function placeGhost(draft: Draft, width: number, { ghost = '', look }: EditorFrame): void {
  const [line = ''] = ghost.split(/[\r\n]/, 1);
  for (const cell of cells(line)) {
    if (draft.chars.length + cell.width > width) return;
    if (cell.width > 0) place(draft, cell.text, cell.width, look.ghost);
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
