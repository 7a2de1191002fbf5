/** The scene of one frame: the model and the screen in front as chrome, painted rows and a cursor. */

import { type BodyPlan, planBody } from '../blocks/list/plan.ts';
import type { AppProps } from '../chrome/components/App.tsx';
import { editorText } from '../editor/editor-state.ts';
import { askerInFront } from '../model/derived/asking.ts';
import { holderOf } from '../model/derived/holder.ts';
import { passesThrough } from '../model/derived/input-context.ts';
import type { Mode, Model } from '../model/model.ts';
import type { Readings } from '../model/readings.ts';
import { activeView } from '../model/step.ts';
import { type Layout, layout, type Rect } from '../model/window-layout.ts';
import type { FrameCursor } from '../paint/frame.ts';
import { liveArea } from '../terminal/live-area.ts';
import type { ScreenView } from '../terminal/screen-view.ts';
import { barOverlays } from '../view/bar-pieces.ts';
import { barView } from '../view/bar-view.ts';
import { bodyView } from '../view/body-view.ts';
import type { Overlay } from '../view/compose.ts';
import { type DialogView, dialogView } from '../view/dialog-view.ts';
import { editorArea, fieldLine } from '../view/editor-area.ts';
import { shellNote } from '../view/shell-note.ts';
import { clockOverlays, withoutClocks } from '../view/tab-clocks.ts';
import { stripGlyphs, tabLabels } from '../view/tab-labels.ts';
import { tabStrip } from '../view/tab-strip.ts';

export type Scene = {
  readonly layout: Layout;
  readonly props: AppProps;
  /** Rows painted over the chrome. */
  readonly overlays: readonly Overlay[];
  /** Rectangle of a dialog: the chrome's own cells there lie over the painted rows. */
  readonly above: Rect | undefined;
  /** The field of a dialog, painted last. */
  readonly fields: readonly Overlay[];
  readonly cursor: FrameCursor | undefined;
  readonly plan: BodyPlan | undefined;
  /** Columns of the program's screen that are hidden at the left of the body. */
  readonly hiddenLeft: number;
};

export function sceneOf(model: Model, readings: Readings, live: ScreenView | undefined): Scene {
  const { appearance, size } = model;
  const { now } = readings;
  const front = activeView(model);
  const terminal = front && readings.terminal(front.uri);
  const mode: Mode = front?.view.mode ?? 'run';
  const editing = front !== undefined && editsLine(model, readings);
  // An agent's question needs the room of the note.
  const note = askerInFront(model) === undefined ? shellNote(model, terminal) : '';
  const area = editorArea(model, editing, note);
  const parts = layout(size, area.height);
  const plan = planOf(model, readings, live, parts.body);
  const bar = barView({ model, readings, mode, terminal, below: plan?.below, editing });
  const body = plan && live ? bodyView({ plan, live, rect: parts.body, appearance, now }) : [];
  const line = area.draw(bar, parts.bar);
  const dialog = dialogView(model, readings, parts.pane);
  const field = dialogField(model, dialog);
  const { theme, ascii } = appearance;
  const tabs = tabStrip(tabLabels(model, now), model.active, size.cols, stripGlyphs(model));
  const overTabs = clockOverlays(tabs, parts, theme);
  const overBar = [...barOverlays(bar, parts.bar, theme), ...line.overlays];
  const programCursor = dialog === undefined ? liveCursor(model, mode, plan, live, parts) : undefined;
  return {
    layout: parts,
    props: { layout: parts, theme, ascii, tabs: withoutClocks(tabs), chip: bar.chip, dialog },
    overlays: [...body, ...overTabs, ...overBar],
    above: dialog?.rect,
    fields: field?.overlays ?? [],
    cursor: field?.cursor ?? line.cursor ?? programCursor,
    plan,
    hiddenLeft: live?.hiddenLeft(parts.body.width) ?? 0,
  };
}

/** Whether RUN shows its line editor: unless keys go to a running program, or the terminal takes none. */
function editsLine(model: Model, readings: Readings): boolean {
  const front = activeView(model);
  const tab = model.tabs.find((each) => each.resource === front?.uri);
  if (front === undefined || tab === undefined || front.view.mode !== 'run') return false;
  if (tab.lifecycle.status === 'exited' || model.dialog?.kind === 'takeOver') return false;
  const { kind } = holderOf(tab, model.me);
  if (kind === 'owner') return false;
  // Empty, it would invite to type; text typed all the same is shown, and Enter asks.
  if (kind === 'other' && editorText(front.view.editor) === '') return false;
  return !passesThrough(front.view.editor, readings.terminal(front.uri));
}

function planOf(
  model: Model,
  readings: Readings,
  live: ScreenView | undefined,
  rect: Rect,
): BodyPlan | undefined {
  const front = activeView(model);
  const body = front && readings.body(front.uri);
  if (front === undefined || body === undefined || live === undefined) return undefined;
  return planBody({
    ...body,
    live: liveArea(() => live, front.view.mode),
    cols: rect.width,
    height: rect.height,
    view: front.view.blocks,
  });
}

/** Returns the program's own cursor; in BROWSE there is none. */
function liveCursor(
  model: Model,
  mode: Mode,
  plan: BodyPlan | undefined,
  live: ScreenView | undefined,
  { body }: Layout,
): FrameCursor | undefined {
  if (plan === undefined || live === undefined || mode === 'browse') return undefined;
  const { cursor } = live;
  if (!cursor.visible) return undefined;
  const line = plan.lines.findIndex((each) => each.kind === 'live' && each.index === cursor.y);
  if (line < 0 || model.active === undefined) return undefined;
  const { shape, blinking } = live.emulator.cursor;
  return {
    x: Math.min(cursor.x - live.hiddenLeft(body.width), body.width - 1),
    y: body.y + line,
    shape,
    blinking,
  };
}

function dialogField(
  model: Model,
  dialog: DialogView | undefined,
): { readonly overlays: readonly Overlay[]; readonly cursor: FrameCursor | undefined } | undefined {
  if (dialog?.field === undefined) return undefined;
  const { rect, field } = dialog;
  const x = rect.x + 2;
  const y = rect.y + 1 + field.line;
  const line = fieldLine(
    field.editor,
    field.placeholder,
    Math.max(1, rect.width - 4),
    model.appearance.theme,
  );
  return {
    overlays: [{ ...line.overlay, x, y }],
    cursor: { x: x + line.x, y, shape: 'default', blinking: true },
  };
}
