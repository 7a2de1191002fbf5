/** The line being edited in the bar, RUN's command or BROWSE's search, as painted rows. */

import type { Rect } from '../../client/panes/pane-tree.ts';
import { FILTER_HINT } from '../../protocol/cotty/filter/command-filter.ts';
import { rowText, textRow } from '../../screen/cells/row.ts';
import type { StyleId } from '../../screen/cells/style.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import type { EditorState } from '../../screen/editor/editor-state.ts';
import { type EditorView, editorView } from '../../screen/editor/editor-view.ts';
import { suggestedRest } from '../../screen/editor/recall.ts';
import { lineCursor } from '../model/derived/input-context.ts';
import { roomFor } from '../model/derived/run-line.ts';
import type { Mode, Model } from '../model/model.ts';
import { activeView } from '../model/step.ts';
import type { CursorShape, FrameCursor } from '../paint/frame.ts';
import type { BarView } from './bar-view.ts';
import { fitted, type Overlay } from './compose.ts';

export type EditorArea = {
  /** Rows the line needs. */
  readonly height: number;
  readonly draw: (
    bar: BarView,
    rect: Rect,
  ) => { readonly overlays: readonly Overlay[]; readonly cursor: FrameCursor | undefined };
};

export const NO_AREA: EditorArea = { height: 1, draw: () => ({ overlays: [], cursor: undefined }) };

export function editorArea(model: Model, editing: boolean, ghost: string): EditorArea {
  const front = activeView(model);
  const { dialog, appearance, size } = model;
  if (front === undefined) return NO_AREA;
  if (dialog?.kind === 'search') return area(model, front.view.mode, dialog.editor, '/');
  if (dialog?.kind === 'filter')
    return area(model, front.view.mode, dialog.editor, 'only ', {
      ghost: FILTER_HINT,
      suggested: dialog.wrong && ` (${dialog.wrong})`,
    });
  if (dialog?.kind === 'rows')
    return area(model, front.view.mode, dialog.editor, 'rows ', { ghost: ROWS_HINT });
  if (!editing) return NO_AREA;
  const prompt = `${appearance.glyphs.prompt} `;
  const made = area(model, front.view.mode, front.view.editor, prompt, {
    quoted: appearance.theme.cells.warning,
    cursor: lineCursor(model),
    ghost,
    suggested: suggestedRest(front.view),
  });
  // A dialog has the cursor while it is open.
  return dialog === undefined
    ? made
    : {
        ...made,
        draw: (bar, rect) => ({ ...made.draw(bar, rect), cursor: undefined }),
        height: Math.min(made.height, size.rows),
      };
}

/** The hint in the empty field for the filter of a stack. */
const ROWS_HINT = 'a name, a folder, is:running, is:failed';

type Behind = {
  readonly ghost?: string;
  readonly suggested?: string | undefined;
  readonly cursor?: CursorShape;
  readonly quoted?: StyleId;
};

function area(
  model: Model,
  mode: Mode,
  editor: EditorState,
  prompt: string,
  { ghost = '', suggested = '', cursor = 'default', quoted }: Behind = {},
): EditorArea {
  const { cells } = model.appearance.theme;
  const frame = {
    width: roomFor(model, mode),
    maxHeight: Math.max(1, Math.floor(model.size.rows / 3)),
    prompt: [{ text: prompt, style: cells.prompt }],
    style: {
      text: cells.input,
      ghost: cells.ghost,
      invisible: cells.warning,
      ...(quoted === undefined ? {} : { quoted }),
    },
  };
  const view = editorView(editor, frame);
  const isEmpty = editor.graphemes.length === 0;
  // A suggestion continues typed text; a note is shown in an empty line.
  const behind = isEmpty ? ghost : suggested;
  const noted = behind === '' ? view : editorView(editor, { ...frame, ghost: behind });
  // A toast beside the note needs the room: the note is dropped.
  return {
    height: noted.rows.length,
    draw: (bar, rect) =>
      drawn(model.toast !== undefined && !isBeside(noted, bar) ? view : noted, bar, rect, cursor),
  };
}

function isBeside({ rows }: EditorView, bar: BarView): boolean {
  const [row, ...more] = rows;
  if (row === undefined || more.length > 0) return false;
  return textWidth(rowText(row)) < row.chars.length - textWidth(bar.hints.text);
}

/** Draws the first row beside the hints, as long as they do not touch. */
function drawn(
  view: EditorView,
  bar: BarView,
  rect: Rect,
  shape: CursorShape,
): ReturnType<EditorArea['draw']> {
  const overlays = view.rows.map((row, y): Overlay => {
    const width = row.chars.length;
    const left = width - textWidth(bar.hints.text);
    const free = y === 0 && isBeside(view, bar);
    return { x: bar.x, y: rect.y + y, width: free ? left : width, row: free ? fitted(row, left) : row };
  });
  const { x, y } = view.cursor;
  return { overlays, cursor: { x: bar.x + x, y: rect.y + y, shape, blinking: true } };
}

/** Draws a dialog's field as one line, scrolled sideways so that its cursor is in sight. */
export function fieldLine(
  editor: EditorState,
  placeholder: string,
  width: number,
  theme: Model['appearance']['theme'],
): { readonly overlay: Omit<Overlay, 'x' | 'y'>; readonly x: number } {
  const { cells } = theme;
  const style = { text: cells.input, ghost: cells.ghost, invisible: cells.warning };
  const empty = editor.graphemes.length === 0;
  const view = editorView(editor, {
    width,
    maxHeight: 1,
    prompt: [],
    style,
    ...(empty ? { ghost: placeholder } : {}),
  });
  return { overlay: { width, row: view.rows[0] ?? textRow([], width) }, x: view.cursor.x };
}
