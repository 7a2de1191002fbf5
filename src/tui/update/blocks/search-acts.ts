/** Search in BROWSE: at once in what the window has, then in all outputs that the host keeps. */

import { runningBlock } from '../../../client/blocks/block.ts';
import { shownBlocks } from '../../../client/blocks/block-filter.ts';
import type { BlocksView, Found, Match, Search } from '../../blocks/block/block-view.ts';
import { goToMatch } from '../../blocks/list/browse.ts';
import { matchList, nextMatch, nextOf, search } from '../../blocks/list/search.ts';
import { keyHint } from '../../model/derived/key-of.ts';
import type { Model } from '../../model/model.ts';
import { activeView, type Step, step, withToast, withView } from '../../model/step.ts';
import type { SeenBody, ViewState } from '../../model/view-state.ts';

/** Blocks one search step reads before it gives up: a key takes at most a frame or two. */
const SEARCH_BLOCKS = 500;

/** Searches for the text in the field: goes to the nearest match upwards from the end. */
export function searchFor(model: Model, viewState: ViewState, query: string): Step {
  const front = activeView(model);
  if (front === undefined) return step(model);
  const { uri, view } = front;
  if (query === '') return step(withView(model, uri, { blocks: { ...view.blocks, search: undefined } }));
  const fresh = withView(model, uri, { blocks: { ...view.blocks, search: { query, current: undefined } } });
  const here = inWhatIsHere(fresh, viewState, 'up');
  return step(here ?? fresh, { kind: 'findOutputs', uri, query });
}

/** Goes to the next match. */
export function searchOn(model: Model, viewState: ViewState, direction: 'up' | 'down'): Step {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  const sought = front?.view.blocks.search;
  if (front === undefined || body === undefined) return step(model);
  if (sought === undefined) return step(withToast(model, noSearch(model), viewState.now));
  const { found } = sought;
  const next =
    found === undefined
      ? inWhatIsHere(model, viewState, direction)
      : amongAll(model, front.uri, front.view.blocks, body, { ...sought, found }, direction);
  if (next === undefined) return step(notFound(model, viewState, sought.query));
  return step(wentAround(next, front.uri, sought, direction) ? aroundTold(next, viewState, direction) : next);
}

/** Whether a step through the matches went past the last of them and around to the other end. */
function wentAround(next: Model, uri: string, before: Search, direction: 'up' | 'down'): boolean {
  const [was, is] = [before.place?.at, next.views[uri]?.blocks.search?.place?.at];
  if (was === undefined || is === undefined) return false;
  return direction === 'down' ? is <= was : is >= was;
}

function aroundTold(model: Model, viewState: ViewState, direction: 'up' | 'down'): Model {
  const end =
    direction === 'down' ? 'the end: on from the oldest match' : 'the start: on from the newest match';
  return withToast(model, `search went past ${end}`, viewState.now);
}

/** Handles the matches of the host: goes to the newest of them if the window had found none itself. */
export function outputsFound(
  model: Model,
  viewState: ViewState,
  { uri, query, found }: { readonly uri: string; readonly query: string; readonly found: Found },
): Step {
  const view = model.views[uri]?.blocks;
  const body = viewState.body(uri);
  const sought = view?.search;
  if (view === undefined || body === undefined || sought?.query !== query) return step(model);
  const { current } = sought;
  if (current === undefined) {
    const next = amongAll(model, uri, view, body, { ...sought, found }, 'up');
    if (next !== undefined) return step(next);
    const kept = withView(model, uri, { blocks: { ...view, search: { ...sought, found } } });
    return step(found.ended ? notFound(kept, viewState, query) : kept);
  }
  const all = matchList({ ...listed(view, body), query, found });
  const { place: _stale, ...kept } = sought;
  const place = placeOf(all, current);
  const search = { ...kept, found, ...(place && { place }) };
  return step(withView(model, uri, { blocks: { ...view, search } }));
}

/** Shows the current match after its lines were fetched; a view that was scrolled since stays as it is. */
export function linesFetched(model: Model, viewState: ViewState, uri: string): Step {
  const view = model.views[uri]?.blocks;
  const body = viewState.body(uri);
  const sought = view?.search;
  if (view === undefined || body === undefined || sought?.current === undefined) return step(model);
  if (sought.anchor !== view.anchor) return step(model);
  return step(withView(model, uri, { blocks: goToMatch(view, sought, sought.current, body) }));
}

function amongAll(
  model: Model,
  uri: string,
  view: BlocksView,
  body: SeenBody,
  sought: Search & { readonly found: Found },
  direction: 'up' | 'down',
): Model | undefined {
  const all = matchList({ ...listed(view, body), query: sought.query, found: sought.found });
  const at = nextOf(all, sought.current, direction);
  const match = all[at];
  if (match === undefined) return undefined;
  const place = { at: at + 1, of: all.length };
  return withView(model, uri, { blocks: goToMatch(view, { ...sought, place }, match, body) });
}

function inWhatIsHere(model: Model, viewState: ViewState, direction: 'up' | 'down'): Model | undefined {
  const front = activeView(model);
  const body = front && viewState.body(front.uri);
  const sought = front?.view.blocks.search;
  if (front === undefined || body === undefined || sought === undefined) return undefined;
  const { query, current } = sought;
  const matches = search({ ...listed(front.view.blocks, body), query, from: current, direction });
  const { match } = nextMatch(matches, SEARCH_BLOCKS);
  if (match === undefined) return undefined;
  return withView(model, front.uri, { blocks: goToMatch(front.view.blocks, sought, match, body) });
}

function listed(view: BlocksView, body: SeenBody) {
  return {
    blocks: shownBlocks(body.blocks, view.filter),
    running: runningBlock(body.blocks),
    text: body.text,
  };
}

/** Returns the number of a match; undefined when it is not among all: an older host lists only some of an output. */
function placeOf(all: readonly Match[], current: Match): Search['place'] {
  const at = all.findIndex(({ block, line }) => block === current.block && line === current.line);
  return at < 0 ? undefined : { at: at + 1, of: all.length };
}

function noSearch(model: Model): string {
  const starts = keyHint(model, 'browse', 'block.search', 'starts one');
  return starts === undefined ? 'no search yet' : `no search yet: ${starts}`;
}

function notFound(model: Model, viewState: ViewState, query: string): Model {
  return withToast(model, `“${query}” is not found`, viewState.now, 'bad');
}
