/**
 * RUN's line behind the shell's own prompt, where users expect to type. The prompt stays on the screen as the shell has printed
 * it; the line is laid over the cells behind it.
 */

import { holderOf } from '../../../client/holder.ts';
import type { Rect } from '../../../client/panes/pane-tree.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { Row } from '../../../screen/cells/row.ts';
import { type EditorView, editorView, textColumns } from '../../../screen/editor/editor-view.ts';
import { suggestedRest } from '../../../screen/editor/recall.ts';
import { isFollowing } from '../../blocks/block/block-view.ts';
import type { BodyPlan } from '../../blocks/list/plan.ts';
import { lineCursor } from '../../model/derived/input-context.ts';
import type { Model, TabView } from '../../model/model.ts';
import { activeTab, activeView } from '../../model/step.ts';
import type { CursorShape, FrameCursor } from '../../paint/frame.ts';
import type { ScreenView } from '../../terminal/screen-view.ts';
import type { Overlay } from '../../view/compose.ts';

export type PromptInput = {
  /** Row of the live part at which the line begins. */
  readonly row: number;
  readonly view: EditorView;
  /** Cells of the first row that belong to the prompt. */
  readonly indent: number;
  /** Column at which a prompt at the right begins in the first row; beyond the width if there is none. */
  readonly right: number;
  /** Cells of one row of the text. */
  readonly columns: number;
  readonly cursor: CursorShape;
};

/** Returns undefined if the line has to be in the bar: the cursor of the shell is out of view, or not at its prompt. */
export function promptInput(
  model: Model,
  live: ScreenView | undefined,
  { width, height }: Rect,
  note: string,
): PromptInput | undefined {
  const view = activeView(model)?.view;
  if (view === undefined || live === undefined || !takesLine(model, view, live, width)) return undefined;
  const { x, y } = live.cursor;
  if (y < 0) return undefined;
  const { glyphs, theme } = model.appearance;
  const { editor } = view;
  const isEmpty = editor.graphemes.length === 0;
  const { cells } = theme;
  const row = live.row(y);
  // A shell with integration prints its prompt a moment later: a sign in its place would flash up before.
  const isBare =
    row.chars.slice(0, x).every((char) => char === ' ') && (note !== '' || !isEmpty || !marked(model));
  const sign = isBare ? [{ text: `${glyphs.prompt} `, style: cells.prompt }] : [];
  const lead = [{ text: ' '.repeat(x) }, ...sign];
  const indent = x + (isBare ? 2 : 0);
  // Behind a prompt as wide as the window the line begins in a row of its own.
  const fits = width - indent > LEAST_COLUMNS;
  const prompt = fits ? lead : [];
  return {
    row: fits ? y : y + 1,
    indent: fits ? x : 0,
    right: fits ? rightOf(row, x, width) : width,
    columns: textColumns(width, prompt),
    cursor: lineCursor(model),
    view: editorView(editor, {
      width,
      maxHeight: Math.max(1, Math.floor(height / 2)),
      prompt,
      style: {
        text: cells.input,
        ghost: cells.ghost,
        invisible: cells.warning,
        quoted: cells.warning,
      },
      ghost: isEmpty ? note : suggestedRest(view),
    }),
  };
}

/** Whether the line can stand at the cursor of the shell. */
function takesLine(model: Model, view: TabView, live: ScreenView, width: number): boolean {
  if (live.fullScreen || live.emulator.cols > width) return false;
  const tab = activeTab(model);
  // At the prompt of a terminal that another client holds, that client may have typed something.
  if (tab === undefined || holderOf(tab, model.me).kind === 'other') return false;
  // Text in the shell's own line takes the cells where RUN's line would be.
  return isFollowing(view.blocks) && !view.shellLineDirty;
}

/** Whether the shell has shell integration, which marks where commands begin and end. */
function marked(model: Model): boolean {
  return cottyMeta<TerminalMeta>(activeTab(model)?._meta).integration === 'active';
}

/** Least number of cells for the line behind a prompt. */
const LEAST_COLUMNS = 12;

/** Rows that the live part needs for the line. */
export function promptRows({ row, view }: PromptInput): number {
  return row + view.rows.length;
}

export type PlacedInput = { readonly overlays: readonly Overlay[]; readonly cursor: FrameCursor };

/** Lays the line over the body; undefined when the plan does not show the rows. */
export function placeInput(input: PromptInput, plan: BodyPlan, body: Rect): PlacedInput | undefined {
  const { view, row } = input;
  const first = plan.lines.findIndex((line) => line.kind === 'live' && line.index === row);
  const top = first >= 0 ? first : aboveView(plan, row);
  if (top === undefined) return undefined;
  const overlays = view.rows.flatMap((each, index): Overlay[] => {
    const y = top + index;
    if (y < 0 || y >= body.height) return [];
    return [
      index === 0
        ? firstRow(each, input, body, body.y + y)
        : { x: body.x, y: body.y + y, width: each.chars.length, row: each },
    ];
  });
  const y = top + view.cursor.y;
  if (y < 0 || y >= body.height) return undefined;
  return {
    overlays,
    cursor: { x: body.x + view.cursor.x, y: body.y + y, shape: input.cursor, blinking: true },
  };
}

/** Returns the (negative) place of the line's first row if it is above the body: further rows may be in view. */
function aboveView({ lines }: BodyPlan, row: number): number | undefined {
  const seen = lines.findIndex((line) => line.kind === 'live');
  const line = lines[seen];
  return line?.kind === 'live' && line.index > row ? seen - (line.index - row) : undefined;
}

/** The right prompt stays until the line comes to it. */
function firstRow(row: Row, { indent, right, view }: PromptInput, { x }: Rect, y: number): Overlay {
  let end = row.chars.length;
  while (end > indent && row.chars[end - 1] === ' ' && row.styles[end - 1] === 0) end -= 1;
  const used = Math.max(end, view.cursor.y === 0 ? view.cursor.x : 0);
  const width = (used < right - 1 ? used : row.chars.length) - indent;
  const cells = {
    chars: row.chars.slice(indent, indent + width),
    styles: row.styles.slice(indent, indent + width),
  };
  return { x: x + indent, y, width, row: { ...cells, wrapped: row.wrapped } };
}

function rightOf(row: Row, x: number, width: number): number {
  const found = row.chars.findIndex((char, at) => at >= x && char !== ' ');
  return found < 0 ? width + 1 : found;
}
