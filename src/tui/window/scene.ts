/** One look at everything: the model and the live screen become chrome, painted rows and a cursor. */

import { type BodyPlan, planBody } from '../blocks/list/plan.ts';
import type { AppProps } from '../chrome/components/App.tsx';
import { editorText } from '../editor/editor-state.ts';
import { askerInFront } from '../model/derived/asking.ts';
import { holderOf } from '../model/derived/holder.ts';
import { passesThrough } from '../model/derived/input-context.ts';
import type { Mode, Model } from '../model/model.ts';
import { activeView, type Look } from '../model/step.ts';
import { type Layout, layout, type Rect } from '../model/window-layout.ts';
import type { FrameCursor } from '../paint/frame.ts';
import type { LiveFace } from '../terminal/screen-view.ts';
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
  /** Painted over the chrome. */
  readonly overlays: readonly Overlay[];
  /** The chrome's own cells in this rectangle lie over the painted rows: a dialog. */
  readonly above: Rect | undefined;
  /** Painted last, into the dialog: its field. */
  readonly fields: readonly Overlay[];
  readonly cursor: FrameCursor | undefined;
  readonly plan: BodyPlan | undefined;
};

export function sceneOf(model: Model, look: Look, live: LiveFace | undefined): Scene {
  const front = activeView(model);
  const mode: Mode = front?.view.mode ?? 'run';
  const editing = front !== undefined && editsLine(model, look);
  // The question of who asks has the room of the note.
  const note = askerInFront(model) === undefined ? shellNote(model, front && look.facts(front.uri)) : '';
  const area = editorArea(model, editing, note);
  const parts = layout(model.size, area.height);
  const plan = planOf(model, look, live, parts.body);
  const bar = barView({
    model,
    look,
    mode,
    facts: front && look.facts(front.uri),
    below: plan?.below,
    editing,
  });
  const body =
    plan === undefined || live === undefined
      ? []
      : bodyView({ plan, live, rect: parts.body, look: model.look, now: look.now });
  const dialog = dialogView(model, look, parts.pane);
  const line = area.draw(bar, parts.bar);
  const field = dialogField(model, dialog);
  const { theme, ascii } = model.look;
  const tabs = tabStrip(tabLabels(model, look.now), model.active, model.size.cols, stripGlyphs(model));
  return {
    layout: parts,
    props: { layout: parts, theme, ascii, tabs: withoutClocks(tabs), chip: bar.chip, dialog },
    overlays: [
      ...body,
      ...clockOverlays(tabs, parts, theme),
      ...barOverlays(bar, parts.bar, theme),
      ...line.overlays,
    ],
    above: dialog?.rect,
    fields: field?.overlays ?? [],
    cursor:
      field?.cursor ??
      line.cursor ??
      (dialog === undefined ? liveCursor(model, mode, plan, live, parts) : undefined),
    plan,
  };
}

/** RUN shows its line editor, unless the keys go to a running program or to nobody. */
function editsLine(model: Model, look: Look): boolean {
  const front = activeView(model);
  const tab = model.tabs.find((each) => each.resource === front?.uri);
  if (front === undefined || tab === undefined || front.view.mode !== 'run') return false;
  if (tab.lifecycle.status === 'exited' || model.dialog?.kind === 'takeOver') return false;
  const { kind } = holderOf(tab, model.me);
  if (kind === 'owner') return false;
  // Empty, it is no invitation; what is typed all the same is seen, and asked about with Enter.
  if (kind === 'other' && editorText(front.view.editor) === '') return false;
  return !passesThrough(front.view.editor, look.facts(front.uri));
}

function planOf(model: Model, look: Look, live: LiveFace | undefined, rect: Rect): BodyPlan | undefined {
  const front = activeView(model);
  const body = front && look.body(front.uri);
  if (front === undefined || body === undefined || live === undefined) return undefined;
  const area = { rows: live.rows, fullScreen: live.fullScreen, cursor: live.cursor.y };
  return planBody({
    ...body,
    live: area,
    cols: rect.width,
    height: rect.height,
    view: front.view.blocks,
  });
}

/** The program's own cursor, where keys go to it. */
function liveCursor(
  model: Model,
  mode: Mode,
  plan: BodyPlan | undefined,
  live: LiveFace | undefined,
  { body }: Layout,
): FrameCursor | undefined {
  if (plan === undefined || live === undefined || mode === 'browse') return undefined;
  const { cursor } = live;
  if (!cursor.visible) return undefined;
  const line = plan.lines.findIndex((each) => each.kind === 'live' && each.index === cursor.y);
  if (line < 0 || model.active === undefined) return undefined;
  const { shape, blinking } = live.emulator.cursor;
  return { x: Math.min(cursor.x, body.width - 1), y: body.y + line, shape, blinking };
}

function dialogField(
  model: Model,
  dialog: DialogView | undefined,
): { readonly overlays: readonly Overlay[]; readonly cursor: FrameCursor | undefined } | undefined {
  if (dialog?.field === undefined) return undefined;
  const { rect, field } = dialog;
  const x = rect.x + 2;
  const y = rect.y + 1 + field.line;
  const line = fieldLine(field.editor, field.placeholder, Math.max(1, rect.width - 4), model.look.theme);
  return {
    overlays: [{ ...line.overlay, x, y }],
    cursor: { x: x + line.x, y, shape: 'default', blinking: true },
  };
}
