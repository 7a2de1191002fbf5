/** Commands that scroll through blocks and live rows. */

import type { BlocksView } from '../../blocks/block/block-view.ts';
import type { Body } from '../../blocks/block/body-line.ts';
import { goToMatch } from '../../blocks/list/browse.ts';
import { shareAt } from '../../blocks/list/overview.ts';
import { pageBy, scrollBy, toBlock, toBottom, toShare, toTop } from '../../blocks/list/scroll.ts';
import { LIVE } from '../../blocks/list/search.ts';
import type { Point } from '../../blocks/select/selection.ts';
import type { Model } from '../../model/model.ts';
import { activeView, type Step, step, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';

type Move = (view: BlocksView, body: Body) => BlocksView;

export const SCROLL_ACTS = {
  'scroll.pageUp': moving((view, body) => pageBy(view, -1, body)),
  'scroll.pageDown': moving((view, body) => pageBy(view, 1, body)),
  'scroll.halfPageUp': moving((view, body) => pageBy(view, -0.5, body)),
  'scroll.halfPageDown': moving((view, body) => pageBy(view, 0.5, body)),
  'scroll.up': moving((view, body) => scrollBy(view, -1, body)),
  'scroll.down': moving((view, body) => scrollBy(view, 1, body)),
  'scroll.top': moving(toTop),
  'scroll.bottom': moving(toBottom),
};

/** Lines that one notch of the wheel scrolls, as in other terminals. */
const WHEEL_LINES = 3;

export function wheel(model: Model, viewState: ViewState, direction: 1 | -1): Step {
  return move(model, viewState, (view, body) => scrollBy(view, direction * WHEEL_LINES, body));
}

// The scrollbar.

/**
 * Handles a press on the scrollbar: scrolls to the failed or bookmarked block or the match that is marked in that row, else to
 * that part of the body. Returns undefined if there is no scrollbar under the mouse.
 */
export function scrollbarPressed(
  model: Model,
  viewState: ViewState,
  { x, y }: { readonly x: number; readonly y: number },
): Step | undefined {
  const front = activeView(model);
  const overview = front && viewState.overview(front.uri);
  if (front === undefined || overview === undefined) return undefined;
  const rect = viewState.bodyRect(front.uri);
  if (x !== rect.x + rect.width - 1) return undefined;
  const held: Model = { ...model, heldBar: front.uri };
  const mark = overview.marks.get(y - rect.y);
  if (mark === undefined) return scrollbarDragged(held, viewState, { y }, front.uri);
  const { block, line } = mark;
  return move(held, viewState, (view, body) => {
    if (mark.kind === 'failed' || mark.kind === 'bookmarked')
      return toBlock(view.selected === undefined ? view : { ...view, selected: block }, block, body);
    return view.search === undefined ? view : goToMatch(view, view.search, { block, line }, body);
  });
}

/** Scrolls to the part of the body for which the row of the scrollbar stands. */
export function scrollbarDragged(
  model: Model,
  viewState: ViewState,
  { y }: { readonly y: number },
  uri: string,
): Step {
  if (uri !== model.active) return step(model);
  const row = y - viewState.bodyRect(uri).y;
  return move(model, viewState, (view, body) => toShare(view, shareAt({ ...body, view }, row), body));
}

/** Keeps the same lines in view and selected after `lines` older lines were added above the live part. */
export function olderLines(model: Model, uri: string, lines: number): Model {
  const view = model.views[uri];
  if (view === undefined) return model;
  const { selection, blocks } = view;
  const lower = (point: Point): Point =>
    point.block === LIVE ? { ...point, line: point.line + lines } : point;
  const selected = selection && { ...selection, from: lower(selection.from), to: lower(selection.to) };
  const { drag } = model;
  const dragged = drag?.uri === uri ? { ...drag, from: lower(drag.from) } : drag;
  const { anchor } = blocks;
  const isInLive = anchor.kind === 'line' && anchor.block === undefined;
  const lowered = isInLive ? { ...blocks, anchor: { ...anchor, line: anchor.line + lines } } : blocks;
  return withView({ ...model, drag: dragged }, uri, { blocks: lowered, selection: selected });
}

function moving(change: Move): (model: Model, viewState: ViewState) => Step {
  return (model, viewState) => move(model, viewState, change);
}

function move(model: Model, viewState: ViewState, change: Move): Step {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  if (front === undefined || body === undefined) return step(model);
  return step(withView(model, front.uri, { blocks: change(front.view.blocks, body) }));
}
