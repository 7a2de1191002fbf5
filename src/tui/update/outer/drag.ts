/** Selecting with the mouse: a drag from cell to cell, from word to word or line to line, and beyond the edges. */

import { isPassThrough } from '../../../client/commands/key-table.ts';
import { isFollowing } from '../../blocks/block/block-view.ts';
import { bodyList } from '../../blocks/list/block-list.ts';
import { anchorAtPlace, hold, placeOfAnchor, scrollBy, toBottom } from '../../blocks/list/scroll.ts';
import { LIVE } from '../../blocks/list/search.ts';
import { bodyText } from '../../blocks/select/body-text.ts';
import { type Grain, grown, type Point, type Skipped } from '../../blocks/select/selection.ts';
import type { MouseToken } from '../../input/token.ts';
import type { Drag, Model } from '../../model/model.ts';
import { activeView, andThen, type Step, step, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { copySelection, noteSelection, takenText } from '../blocks/select-acts.ts';

/** Longest time (ms) and distance (cells) between clicks that count as one double or triple click. */
const DOUBLE_CLICK_MS = 500;
const DOUBLE_CLICK_CELLS = 1;

const GRAINS: readonly Grain[] = ['cells', 'words', 'lines'];

/**
 * Begins a drag, which is a click until the mouse moves; a second and a third click take a word and a line. From here until
 * the button goes up the window keeps the terminal as it is shown (`WindowTerminals.freeze`), so that nothing moves under the
 * mouse.
 */
export function pressed(model: Model, viewState: ViewState, token: MouseToken): Step {
  const front = activeView(model);
  const from = front && pointUnder(viewState, front.uri, token.x, token.y);
  const body = front && viewState.body(front.uri);
  if (front === undefined || from === undefined || body === undefined) return step(dropSelection(model));
  // Below the last row there are no words.
  const isText = viewState.pointAt(front.uri, token.x, token.y) !== undefined;
  const clicks = isText ? clicksWith(model, viewState, token) : 1;
  const grain = token.alt && front.view.mode !== 'raw' ? 'rectangle' : (GRAINS[clicks - 1] ?? 'cells');
  const drag: Drag = {
    uri: front.uri,
    from,
    anchor: anchorAtPlace(front.view.blocks, from, body),
    skipped: skippedAt(viewState, front.uri, token.y),
    press: { x: token.x, y: token.y },
    grain,
    moved: clicks > 1,
    edge: 0,
    held: 0,
    scrolled: false,
    followed: isFollowing(front.view.blocks),
  };
  const clicked = { x: token.x, y: token.y, at: viewState.now, count: clicks };
  const begun: Model = { ...dropSelection(model), drag, clicked };
  return step(clicks > 1 ? extended(begun, viewState, drag, from) : begun);
}

/** Ends a drag without copying, when other input comes: the event of its release may have been lost. */
export function letGo(model: Model): Model {
  return model.drag === undefined ? model : { ...model, drag: undefined };
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
  const to = edge === 0 ? pointUnder(viewState, drag.uri, x, y) : pointAtEdge(viewState, drag.uri, edge);
  if (to === undefined) return step({ ...model, drag: held });
  const skipped = edge === 0 ? skippedAt(viewState, drag.uri, y) : undefined;
  return step({ ...extended(model, viewState, held, to, skipped), drag: held });
}

/** Returns the place in the text under the mouse; below the last row, the end of that row. */
function pointUnder(viewState: ViewState, uri: string, x: number, y: number): Point | undefined {
  const { y: top, x: left, width } = viewState.bodyRect(uri);
  for (let row = y; row >= top; row--) {
    const point = viewState.pointAt(uri, row === y ? x : left + width - 1, row);
    if (point !== undefined) return point;
  }
  return undefined;
}

/** Returns the first or the last place of the text in view; a sticky header is no part of it. */
function pointAtEdge(viewState: ViewState, uri: string, edge: 1 | -1): Point | undefined {
  const { x, y, width, height } = viewState.bodyRect(uri);
  if (edge > 0) return pointUnder(viewState, uri, x + width - 1, y + height - 1);
  return viewState.pointAt(uri, x, skippedAt(viewState, uri, y) === undefined ? y : y + 1);
}

/** Returns the lines that a sticky header at a line of the window hides; undefined when there is none. */
function skippedAt(viewState: ViewState, uri: string, y: number): Skipped | undefined {
  const { x, y: top } = viewState.bodyRect(uri);
  const header = y === top ? viewState.pointAt(uri, x, y) : undefined;
  const next = header && viewState.pointAt(uri, x, y + 1);
  if (header?.line !== 0 || header.block === LIVE || next === undefined) return undefined;
  // Live rows have line numbers of their own.
  const isRunning = next.block === LIVE;
  const isSticky = isRunning ? next.line > 0 : next.block === header.block && next.line > 1;
  return isSticky ? { after: header, next } : undefined;
}

/** Whether the mouse is held beyond an edge, so that the view scrolls by itself. */
export function scrollsByDrag({ drag }: Model): boolean {
  return drag !== undefined && drag.edge !== 0;
}

/** Most lines that one step scrolls, and the number of steps after which steps get a line longer. */
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
  return scrolledBy({ ...model, drag: began }, viewState, began, by * 3, by);
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
  const done = extended(scrolled, viewState, drag, to);
  return step({ ...done, drag: { ...(done.drag ?? drag), scrolled: true } });
}

/** Handles the release of the button: copies the selection if `copyOnSelect` says so, and always where keys go to the program. */
export function released(model: Model, viewState: ViewState, token: MouseToken, drag: Drag): Step {
  const view = model.views[drag.uri];
  const ended: Model = { ...model, drag: undefined };
  if (view === undefined) return step(ended);
  const { copyOnSelect } = model.settings;
  const dragged = token.x !== drag.press.x || token.y !== drag.press.y;
  const keysAreOurs = !isPassThrough(view.mode);
  const copies = copyOnSelect === 'always' || (copyOnSelect === 'dragged' && dragged) || !keysAreOurs;
  // The text is taken now, since later output may overwrite the selected rows.
  const taken = namedRows(takenText(ended, viewState), viewState, drag.uri);
  if (!copies) return noteSelection(taken, viewState);
  // A view that followed the output was held only while the button was down.
  const shown = drag.followed ? withView(taken, drag.uri, { blocks: toBottom(view.blocks) }) : taken;
  // Nothing is left selected that Ctrl+C would copy once more in place of interrupting.
  return andThen(copySelection(shown, viewState), (copied) => step(dropSelection(copied)));
}

/** Makes selected live rows refer to the block of the running command, whose lines stay the same when the command ends. */
function namedRows(model: Model, viewState: ViewState, uri: string): Model {
  const view = model.views[uri];
  const body = viewState.body(uri);
  if (view?.selection === undefined || body === undefined || body.live.screen !== undefined) return model;
  const { running, lead } = bodyList({ ...body, view: view.blocks });
  if (running === undefined) return model;
  const named = (point: Point): Point =>
    point.block === LIVE ? { ...point, block: running.id, line: point.line + lead } : point;
  const { from, to } = view.selection;
  return withView(model, uri, { selection: { ...view.selection, from: named(from), to: named(to) } });
}

/** Drops the selection of the tab in front. */
export function dropSelection(model: Model): Model {
  const front = activeView(model);
  if (front === undefined || front.view.mode === 'select') return model;
  return withView(model, front.uri, { selection: undefined });
}

function extended(
  model: Model,
  viewState: ViewState,
  drag: Drag,
  to: Point,
  skipped: Skipped | undefined = undefined,
): Model {
  const body = viewState.body(drag.uri);
  const view = model.views[drag.uri];
  if (body === undefined || view === undefined) return model;
  const text = bodyText({ ...body, view: view.blocks });
  const found = drag.scrolled ? placeOfAnchor(drag.anchor, view.blocks, body) : undefined;
  const from = { ...drag.from, ...found };
  const selection = grown(text, from, to, drag.grain, model.settings.wordCharacters);
  return withView(model, drag.uri, { selection: { ...selection, skipped: skipped ?? drag.skipped } });
}
