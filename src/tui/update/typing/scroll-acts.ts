/** Commands that move the view over blocks and live rows. */

import type { BlocksView } from '../../blocks/block/block-view.ts';
import type { Body } from '../../blocks/block/body-line.ts';
import { pageBy, scrollBy, toBottom, toTop } from '../../blocks/list/scroll.ts';
import type { Model } from '../../model/model.ts';
import { activeView, type Look, type Step, step, withView } from '../../model/step.ts';

type Move = (view: BlocksView, body: Body) => BlocksView;

export const SCROLL_ACTS = {
  'scroll.pageUp': moving((view, body) => pageBy(view, -1, body)),
  'scroll.pageDown': moving((view, body) => pageBy(view, 1, body)),
  'scroll.up': moving((view, body) => scrollBy(view, -1, body)),
  'scroll.down': moving((view, body) => scrollBy(view, 1, body)),
  'scroll.top': moving(toTop),
  'scroll.bottom': moving(toBottom),
};

/** Lines a notch of the wheel moves, as in other terminals. */
const WHEEL_LINES = 3;

export function wheel(model: Model, look: Look, direction: 1 | -1): Step {
  return move(model, look, (view, body) => scrollBy(view, direction * WHEEL_LINES, body));
}

/** Typing shows where it goes: a view scrolled back returns to the end. */
export function followAgain(model: Model): Model {
  const front = activeView(model);
  if (front === undefined) return model;
  return withView(model, front.uri, { blocks: toBottom(front.view.blocks) });
}

function moving(change: Move): (model: Model, look: Look) => Step {
  return (model, look) => move(model, look, change);
}

function move(model: Model, look: Look, change: Move): Step {
  const front = activeView(model);
  const body = front && look.body(front.uri);
  if (front === undefined || body === undefined) return step(model);
  return step(withView(model, front.uri, { blocks: change(front.view.blocks, body) }));
}
