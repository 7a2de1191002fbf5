/** The scene of one pane: the body of its terminal as painted rows, and what mouse events need to know of it. */

import { holderOf } from '../../../client/holder.ts';
import type { Rect } from '../../../client/panes/pane-tree.ts';
import type { Row } from '../../../screen/cells/row.ts';
import { type Overview, overviewOf } from '../../blocks/list/overview.ts';
import type { BodyPlan } from '../../blocks/list/plan.ts';
import type { Model } from '../../model/model.ts';
import { activeTab, activeView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import type { ScreenView } from '../../terminal/screen-view.ts';
import { type BodyViewInput, bodyView, liveRow, withLiveRows } from '../../view/body-view.ts';
import type { Overlay } from '../../view/compose.ts';
import { hasScrollbar, scrollbarOverlays } from '../../view/scrollbar.ts';
import { type AtPrompt, planOf } from './body-plan.ts';

export type PaneScene = {
  readonly uri: string;
  readonly body: Rect;
  /** Rows of the body. */
  readonly overlays: readonly Overlay[];
  readonly plan: BodyPlan | undefined;
  /** The rows of RUN's line, laid over those of the body. */
  readonly input: readonly Overlay[];
  /** What the scrollbar shows, where there is one. */
  readonly overview: Overview | undefined;
  /** Cells of one row of RUN's line, where it stands behind the shell's prompt. */
  readonly inputColumns: number | undefined;
  /** Columns of the program's screen that are hidden at the left of the body. */
  readonly hiddenLeft: number;
};

export type PaneInput = {
  readonly live: ScreenView | undefined;
  readonly body: Rect;
  readonly atPrompt: AtPrompt | undefined;
};

/** Makes the scene of the terminal in front of the model. */
export function paneScene(
  model: Model,
  viewState: ViewState,
  { live, body, atPrompt }: PaneInput,
): PaneScene {
  const plan = atPrompt?.plan ?? planOf(model, viewState, live, body);
  const rows = plan && live ? bodyView(bodyInput(model, viewState, plan, live, body)) : [];
  const input = atPrompt?.placed.overlays ?? [];
  const overview = plan && overviewIn(model, viewState, plan, body);
  const scrollbar = overview === undefined ? [] : scrollbarOverlays(overview, body, model);
  return {
    uri: model.active ?? '',
    body,
    overlays: [...rows, ...input, ...scrollbar],
    input,
    overview,
    plan,
    inputColumns: atPrompt?.input.columns,
    hiddenLeft: live?.hiddenLeft(body.width) ?? 0,
  };
}

/** Draws the live rows of a pane anew; all else in it has to be as it was. */
export function paneWithLiveRows(
  model: Model,
  viewState: ViewState,
  live: ScreenView,
  pane: PaneScene,
): PaneScene {
  const { plan, body, overlays } = pane;
  if (plan === undefined) return pane;
  return {
    ...pane,
    overlays: withLiveRows(bodyInput(model, viewState, plan, live, body), overlays),
  };
}

/** Draws row `y` of the window, which is a live row of the pane and as wide as it. */
export function cursorRow(
  model: Model,
  viewState: ViewState,
  live: ScreenView,
  { plan, body }: PaneScene,
  y: number,
): Row | undefined {
  return plan && liveRow(bodyInput(model, viewState, plan, live, body), y - body.y);
}

function bodyInput(
  model: Model,
  { now }: ViewState,
  plan: BodyPlan,
  live: ScreenView,
  rect: Rect,
): BodyViewInput {
  const view = activeView(model)?.view;
  return {
    plan,
    live,
    rect,
    appearance: model.appearance,
    now,
    selection: view?.selection,
    selected: view?.blocks.selected,
    holder: holderName(model),
  };
}

function overviewIn(
  model: Model,
  viewState: ViewState,
  plan: BodyPlan,
  { width: cols, height }: Rect,
): Overview | undefined {
  const front = activeView(model);
  if (front === undefined || plan.screen || !hasScrollbar(model, front.view)) return undefined;
  const body = viewState.body(front.uri);
  return body && overviewOf({ ...body, cols, height, view: front.view.blocks }, plan);
}

function holderName(model: Model): string | undefined {
  const tab = activeTab(model);
  const holder = tab && holderOf(tab, model.me);
  return holder?.kind === 'other' || holder?.kind === 'owner' ? holder.name : undefined;
}
