/** BROWSE: moves through the blocks with keys: selection, filter, folds and search matches. */

import type { Block } from '../../../client/blocks/block.ts';
import { type BlockFilter, shownBlocks, withFailedToggled } from '../../../client/blocks/block-filter.ts';
import { choose, type Fold, foldAllButLast, toggled, unfoldAll } from '../../../client/blocks/folds.ts';
import { hasFailed } from '../../../review/exit-state.ts';
import type { BlocksView, Match, Search } from '../block/block-view.ts';
import type { Body } from '../block/body-line.ts';
import { previewOf, tailLines } from './block-layout.ts';
import { bodyList } from './block-list.ts';
import { indexOf } from './list-position.ts';
import { reveal, revealLive, revealMatch, stayAtTop, toBottom } from './scroll.ts';
import { LIVE } from './search.ts';

export type Walk =
  | 'next'
  | 'previous'
  | 'nextFailed'
  | 'previousFailed'
  | 'nextMarked'
  | 'previousMarked'
  | 'first'
  | 'last';

/** Selects another block and scrolls it into view; a step past the newest goes down to the live part. */
export function walk(view: BlocksView, step: Walk, body: Body): BlocksView {
  const blocks = shownBlocks(body.blocks, view.filter);
  const at = blocks.findLastIndex(({ id }) => id === view.selected);
  const target = blocks[targetIndex(blocks, at, step)];
  if (target === undefined) return step === 'next' || step === 'last' ? toBottom(view) : view;
  // Going to the newest block shows its end, not its header.
  return step === 'last' ? { ...toBottom(view), selected: target.id } : select(view, target.id, body);
}

export function select(view: BlocksView, block: string, body: Body): BlocksView {
  return reveal({ ...view, selected: block }, block, body);
}

/** Enters BROWSE: selects the newest block, unless a block is still selected. */
export function enterBrowse(view: BlocksView, body: Body): BlocksView {
  const blocks = shownBlocks(body.blocks, view.filter);
  if (blocks.some(({ id }) => id === view.selected)) return view;
  const newest = blocks.at(-1);
  return newest === undefined ? view : { ...view, selected: newest.id };
}

/** Leaves BROWSE: drops selection, filter and search; folds and scroll position stay. */
export function leaveBrowse(view: BlocksView): BlocksView {
  return { ...view, selected: undefined, filter: undefined, search: undefined };
}

export function selectedBlock(view: BlocksView, blocks: readonly Block[]): Block | undefined {
  return blocks.findLast(({ id }) => id === view.selected);
}

/** Switches the filter for failed blocks. */
export function toggleOnlyFailed(view: BlocksView, body: Body): BlocksView {
  return filterBy(view, withFailedToggled(view.filter), body);
}

/** Shows only the blocks that a filter lets pass. The selection moves to the nearest block still shown. */
export function filterBy(view: BlocksView, filter: BlockFilter | undefined, body: Body): BlocksView {
  const next = { ...view, filter };
  const selected = selectedBlock(view, body.blocks);
  if (selected === undefined) return next;
  const shown = shownBlocks(body.blocks, filter);
  const near = shown.findLast(({ timestamp }) => timestamp <= selected.timestamp) ?? shown[0];
  return near === undefined ? { ...next, selected: undefined } : select(next, near.id, body);
}

/** Current fold of a block; undefined when the block is not shown. */
export function foldNow(view: BlocksView, block: string, body: Body): Fold | undefined {
  const list = bodyList({ ...body, view });
  return list.header(indexOf(list, block))?.fold;
}

export function toggleFold(view: BlocksView, block: string, body: Body): BlocksView {
  return reveal(withFoldToggled(view, block, body), block, body);
}

/** The same for the mouse: the lines above the block stay where they are, unless too few are left below. */
export function toggleFoldInPlace(view: BlocksView, block: string, body: Body): BlocksView {
  return stayAtTop(view, withFoldToggled(view, block, body), body);
}

function withFoldToggled(view: BlocksView, block: string, body: Body): BlocksView {
  const fold = foldNow(view, block, body);
  if (fold === undefined) return view;
  const next = toggled(isWhole(fold, block, body) ? 'open' : fold);
  return { ...view, folds: choose(view.folds, block, next) };
}

/** Whether a preview already shows the whole output, so that it counts as open. */
function isWhole(fold: Fold, id: string, body: Body): boolean {
  const block = body.blocks.findLast((other) => other.id === id);
  if (fold !== 'tail' || block === undefined) return false;
  return previewOf(body.output, block.part, tailLines(body), body.cols).above === 0;
}

export function foldAll(view: BlocksView, body: Body): BlocksView {
  return revealSelected(
    { ...view, folds: foldAllButLast(view.folds, shownBlocks(body.blocks, undefined)) },
    body,
  );
}

export function openAll(view: BlocksView, body: Body): BlocksView {
  return revealSelected({ ...view, folds: unfoldAll(view.folds, shownBlocks(body.blocks, undefined)) }, body);
}

/** Goes to a match: selects and opens its block and scrolls its line into view. */
export function goToMatch(view: BlocksView, search: Search, match: Match, body: Body): BlocksView {
  const shown = showingMatch(view, search, match, body);
  return { ...shown, search: { ...search, current: match, anchor: shown.anchor } };
}

function showingMatch(view: BlocksView, search: Search, match: Match, body: Body): BlocksView {
  if (match.block === LIVE)
    return revealLive({ ...view, search: { ...search, current: match } }, match.line, body);
  const needed = match.line >= 0 && foldNow(view, match.block, body) !== 'open';
  const folds = needed ? choose(view.folds, match.block, 'open') : view.folds;
  const atMatch = { ...view, folds, selected: match.block, search: { ...search, current: match } };
  return revealMatch(atMatch, match, body);
}

function revealSelected(view: BlocksView, body: Body): BlocksView {
  return view.selected === undefined ? view : reveal(view, view.selected, body);
}

function targetIndex(blocks: readonly Block[], at: number, step: Walk): number {
  const failed = (block: Block): boolean => hasFailed(block.status);
  const marked = (block: Block): boolean => block.bookmarked === true;
  switch (step) {
    case 'first':
      return 0;
    case 'last':
      return blocks.length - 1;
    case 'next':
      return at + 1;
    case 'previous':
      return at < 0 ? blocks.length - 1 : at - 1;
    case 'nextFailed':
      return after(blocks, at, failed);
    case 'previousFailed':
      return before(blocks, at, failed);
    case 'nextMarked':
      return after(blocks, at, marked);
    case 'previousMarked':
      return before(blocks, at, marked);
  }
}

function after(blocks: readonly Block[], at: number, isWanted: (block: Block) => boolean): number {
  return blocks.findIndex((block, index) => index > at && isWanted(block));
}

function before(blocks: readonly Block[], at: number, isWanted: (block: Block) => boolean): number {
  return blocks.findLastIndex((block, index) => (at < 0 || index < at) && isWanted(block));
}
