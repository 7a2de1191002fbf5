/** Commands that scroll through blocks and live rows. */

import type { BlocksView } from '../blocks/block/block-view.ts';
import type { Body } from '../blocks/block/body-line.ts';
import { pageBy, scrollBy, toBottom, toTop } from '../blocks/list/scroll.ts';
import { LIVE } from '../blocks/list/search.ts';
import type { Point } from '../blocks/select/selection.ts';
import type { Model } from '../model/model.ts';
import { activeView, type Step, step, withView } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';

type Move = (view: BlocksView, body: Body) => BlocksView;

export const SCROLL_ACTS = {
  'scroll.pageUp': moving((view, body) => pageBy(view, -1, body)),
  'scroll.pageDown': moving((view, body) => pageBy(view, 1, body)),
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

/** Keeps the same lines in view, and selected, when so many have come above the live part. */
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
