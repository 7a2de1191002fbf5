/** The plan of the body: blocks and live rows, with or without RUN's line behind the shell's prompt; and the cursor. */

import type { Rect } from '../../../client/panes/pane-tree.ts';
import type { LiveArea } from '../../blocks/block/body-line.ts';
import { type BodyPlan, planBody } from '../../blocks/list/plan.ts';
import { LIVE } from '../../blocks/list/search.ts';
import type { Mode, Model } from '../../model/model.ts';
import { activeView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import type { FrameCursor } from '../../paint/frame.ts';
import { liveArea } from '../../terminal/live-area.ts';
import type { ScreenView } from '../../terminal/screen-view.ts';
import { type PlacedInput, type PromptInput, placeInput, promptInput, promptRows } from './prompt-input.ts';

/** The line behind the shell's prompt, its plan of the body, and where it is there. */
export type AtPrompt = { readonly input: PromptInput; readonly plan: BodyPlan; readonly placed: PlacedInput };

/** Returns undefined where RUN's line belongs into the bar, or there is none. */
export function planAtPrompt(
  model: Model,
  viewState: ViewState,
  live: ScreenView | undefined,
  { editing, note, body }: { readonly editing: boolean; readonly note: string; readonly body: Rect },
): AtPrompt | undefined {
  if (!editing) return undefined;
  const input = promptInput(model, live, body, note);
  if (input === undefined) return undefined;
  const plan = planOf(model, viewState, live, body, promptRows(input));
  if (plan === undefined) return undefined;
  const placed = placeInput(input, plan, body);
  return placed && { input, plan, placed };
}

export function planOf(
  model: Model,
  viewState: ViewState,
  live: ScreenView | undefined,
  rect: Rect,
  rows = 0,
): BodyPlan | undefined {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  if (front === undefined || body === undefined || live === undefined) return undefined;
  const { match, matchCurrent } = model.appearance.theme.cells;
  return planBody({
    ...body,
    // Scrolling measures the complete live part, which the view state has; a frame needs its visible rows only.
    marks: { match, current: matchCurrent },
    live: withRows(
      liveArea(() => live, front.view.mode, viewState.terminal(front.uri)?.lineEditing === false),
      rows,
    ),
    cols: rect.width,
    height: rect.height,
    view: front.view.blocks,
  });
}

/** Makes room in the live part for RUN's line. */
function withRows(area: LiveArea, rows: number): LiveArea {
  return area.rows >= rows ? area : { rows, screen: area.screen };
}

/** Returns the cursor of the body: the program's own, also where it hides it, or that of SELECT; BROWSE has none. */
export function bodyCursor(
  model: Model,
  mode: Mode,
  plan: BodyPlan | undefined,
  live: ScreenView | undefined,
  body: Rect,
): FrameCursor | undefined {
  if (plan === undefined || live === undefined || mode === 'browse') return undefined;
  if (mode === 'select') return selectCursor(model, plan, live, body);
  const cursor = live.paintedCursor;
  const line = plan.lines.findIndex((each) => each.kind === 'live' && each.index === cursor.y);
  if (line < 0 || model.active === undefined) return undefined;
  const { shape, blinking } = live.emulator.cursor;
  return {
    x: body.x + Math.min(cursor.x - live.hiddenLeft(body.width), body.width - 1),
    y: body.y + line,
    shape,
    blinking,
    ...(cursor.visible ? {} : { hidden: true }),
  };
}

/** Returns the cursor of SELECT, where it is in view. */
function selectCursor(
  model: Model,
  { places, lines }: BodyPlan,
  live: ScreenView,
  body: Rect,
): FrameCursor | undefined {
  const to = activeView(model)?.view.selection?.to;
  if (to === undefined) return undefined;
  const y = lines.findIndex((_, at) => {
    const place = places.at(at);
    return place?.block === to.block && place.line === to.line;
  });
  const shift = to.block === LIVE ? live.hiddenLeft(body.width) : 0;
  const x = Math.max(0, Math.min(to.x - shift, body.width - 1));
  return y < 0 ? undefined : { x: body.x + x, y: body.y + y, shape: 'default', blinking: false };
}
