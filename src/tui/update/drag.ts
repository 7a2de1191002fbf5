/** Selecting with the mouse: a drag from cell to cell, from word to word or line to line, and beyond the edges. */

import { isFollowing } from '../blocks/block/block-view.ts';
import { hold, scrollBy, toBottom } from '../blocks/list/scroll.ts';
import { bodyText } from '../blocks/select/body-text.ts';
import { type Grain, grown, type Point } from '../blocks/select/selection.ts';
import type { MouseToken } from '../input/token.ts';
import { isPassThrough } from '../keys/key-table.ts';
import type { Drag, Model } from '../model/model.ts';
import { activeView, andThen, type Step, step, withView } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { copySelection, noteSelection } from './select-acts.ts';

/** Longest time (ms) and distance (cells) between clicks that count as one double or triple click. */
const DOUBLE_CLICK_MS = 500;
const DOUBLE_CLICK_CELLS = 1;

const GRAINS: readonly Grain[] = ['cells', 'words', 'lines'];

/** Begins a drag, which is a click until the mouse moves; a second and a third click take a word and a line. */
export function pressed(model: Model, viewState: ViewState, token: MouseToken): Step {
  const front = activeView(model);
  const from = front && viewState.pointAt(front.uri, token.x, token.y);
  if (front === undefined || from === undefined) return step(dropSelection(model));
  const clicks = clicksWith(model, viewState, token);
  const grain = token.alt && front.view.mode !== 'raw' ? 'rectangle' : (GRAINS[clicks - 1] ?? 'cells');
  const drag: Drag = {
    uri: front.uri,
    from,
    press: { x: token.x, y: token.y },
    grain,
    moved: clicks > 1,
    edge: 0,
    held: 0,
    followed: isFollowing(front.view.blocks),
  };
  const clicked = { x: token.x, y: token.y, at: viewState.now, count: clicks };
  const begun: Model = { ...dropSelection(model), drag, clicked };
  return step(clicks > 1 ? extended(begun, viewState, drag, from) : begun);
}

function clicksWith({ clicked }: Model, { now }: ViewState, { x, y, alt, shift }: MouseToken): number {
  const again =
    clicked !== undefined &&
    now - clicked.at <= DOUBLE_CLICK_MS &&
    clicked.y === y &&
    Math.abs(clicked.x - x) <= DOUBLE_CLICK_CELLS;
  return again && !alt && !shift ? (clicked.count % GRAINS.length) + 1 : 1;
}

/** The mouse moves with the button down; above and below the body it scrolls. */
export function dragMoved(model: Model, viewState: ViewState, { x, y }: MouseToken, drag: Drag): Step {
  if (!drag.moved && x === drag.press.x && y === drag.press.y) return step(model);
  const body = viewState.bodyRect(drag.uri);
  const edge = y < body.y ? -1 : y >= body.y + body.height ? 1 : 0;
  const held: Drag = { ...drag, moved: true, edge, held: edge === drag.edge ? drag.held : 0 };
  const still = drag.moved ? model : holdView(model, viewState, drag.uri);
  const to = viewState.pointAt(drag.uri, x, Math.max(body.y, Math.min(y, body.y + body.height - 1)));
  if (to === undefined) return step({ ...still, drag: held });
  return step({ ...extended(still, viewState, held, to), drag: held });
}

/** Whether the mouse is held beyond an edge, so that the view scrolls by itself. */
export function scrollsByDrag({ drag }: Model): boolean {
  return drag !== undefined && drag.edge !== 0;
}

/** Lines of the fastest step, and steps after which each takes a line more. */
const FASTEST = 20;
const STEPS_TO_HURRY = 8;

/** Scrolls while the mouse is held beyond an edge, and takes in what comes into sight there. */
export function dragOn(model: Model, viewState: ViewState): Step {
  const { drag } = model;
  if (drag === undefined || drag.edge === 0) return step(model);
  const lines = drag.edge * Math.min(FASTEST, 1 + Math.floor(drag.held / STEPS_TO_HURRY));
  return scrolledBy({ ...model, drag: { ...drag, held: drag.held + 1 } }, viewState, drag, lines, drag.edge);
}

/** The wheel scrolls while the button is down, too. */
export function wheelDragged(model: Model, viewState: ViewState, token: MouseToken, drag: Drag): Step {
  const by = token.button === 'wheelUp' ? -1 : 1;
  const began: Drag = { ...drag, moved: true };
  return scrolledBy(holdView({ ...model, drag: began }, viewState, drag.uri), viewState, began, by * 3, by);
}

function scrolledBy(model: Model, viewState: ViewState, drag: Drag, lines: number, towards: 1 | -1): Step {
  const view = model.views[drag.uri];
  const body = viewState.body(drag.uri);
  if (view === undefined || body === undefined) return step(model);
  const blocks = hold(scrollBy(view.blocks, lines, body), body);
  const scrolled = withView(model, drag.uri, { blocks });
  const text = bodyText({ ...body, view: blocks });
  const edge = towards < 0 ? text.top : text.bottom;
  const to: Point = { ...text.placeOf(edge), x: towards < 0 ? 0 : body.cols - 1 };
  return step(extended(scrolled, viewState, drag, to));
}

/** The button is let go: what was dragged over is copied if the setting says so. */
export function released(model: Model, viewState: ViewState, token: MouseToken, drag: Drag): Step {
  const view = model.views[drag.uri];
  const ended: Model = { ...model, drag: undefined };
  if (view === undefined) return step(ended);
  const { copyOnSelect } = model.settings;
  const dragged = token.x !== drag.press.x || token.y !== drag.press.y;
  const keysAreOurs = !isPassThrough(view.mode);
  const copies = copyOnSelect === 'always' || (copyOnSelect === 'dragged' && dragged) || !keysAreOurs;
  if (!copies) return noteSelection(ended, viewState);
  // A view that followed follows again: it was held only while the button was down.
  const shown = drag.followed ? withView(ended, drag.uri, { blocks: toBottom(view.blocks) }) : ended;
  // Nothing is left selected that Ctrl+C would copy once more in place of interrupting.
  return andThen(copySelection(shown, viewState), (copied) => step(dropSelection(copied)));
}

/** Drops the selection of the tab in front. */
export function dropSelection(model: Model): Model {
  const front = activeView(model);
  if (front === undefined || front.view.mode === 'select') return model;
  return withView(model, front.uri, { selection: undefined });
}

function extended(model: Model, viewState: ViewState, drag: Drag, to: Point): Model {
  const body = viewState.body(drag.uri);
  const view = model.views[drag.uri];
  if (body === undefined || view === undefined) return model;
  const text = bodyText({ ...body, view: view.blocks });
  const selection = grown(text, drag.from, to, drag.grain, model.settings.wordCharacters);
  return withView(model, drag.uri, { selection });
}

function holdView(model: Model, viewState: ViewState, uri: string): Model {
  const body = viewState.body(uri);
  const view = model.views[uri];
  if (body === undefined || view === undefined) return model;
  return withView(model, uri, { blocks: hold(view.blocks, body) });
}
