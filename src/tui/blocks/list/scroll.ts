/** Scrolling — from one view to the next; following stops and resumes only here. */

import { finishedCount } from '../block/block.ts';
import { type BlocksView, BOTTOM, isFollowing, type Match } from '../block/block-view.ts';
import type { Body, BodyInput } from '../block/body-line.ts';
import { type BodyList, bodyList, type Position } from './block-list.ts';
import { above, below, indexOf, isBefore, lowestTop, TOP, topOf } from './list-position.ts';

/** Moves by lines, down if positive; reaching the end resumes following. */
export function scrollBy(view: BlocksView, lines: number, body: Body): BlocksView {
  const input = { ...body, view };
  const list = bodyList(input);
  const top = topOf(list, input);
  const target = lines < 0 ? above(list, top, -lines) : below(list, top, lines);
  return stand(input, list, target);
}

/** Moves by screens, keeping two lines in sight: one may lie under the sticky header. */
export function pageBy(view: BlocksView, pages: number, body: Body): BlocksView {
  return scrollBy(view, pages * Math.max(1, body.height - 2), body);
}

export function toTop(view: BlocksView, body: Body): BlocksView {
  const input = { ...body, view };
  return stand(input, bodyList(input), TOP);
}

export function toBottom(view: BlocksView): BlocksView {
  return isFollowing(view) ? view : { ...view, anchor: BOTTOM };
}

/** Moves as little as is needed to show a block, its header above all. */
export function reveal(view: BlocksView, block: string, body: Body): BlocksView {
  const input = { ...body, view };
  const list = bodyList(input);
  const item = indexOf(list, block);
  return item < 0 ? view : show(input, list, { item, line: 0 }, { item, line: list.size(item) - 1 });
}

/** Moves as little as is needed to show the line a search stands on; the block must be open to show output. */
export function revealMatch(view: BlocksView, match: Match, body: Body): BlocksView {
  const input = { ...body, view };
  const list = bodyList(input);
  const item = indexOf(list, match.block);
  const block = list.blocks[item];
  if (block === undefined) return view;
  const row = match.line < 0 ? -1 : body.output.rowOfLine(block.part, body.cols, match.line);
  const at = { item, line: row < 0 ? 0 : lineOfRow(list, item, row) };
  // One line above comes along, so that the sticky header does not lie on the found one.
  return show(input, list, above(list, at, row < 0 ? 0 : 1), at);
}

function lineOfRow(list: BodyList, item: number, row: number): number {
  const size = list.size(item);
  for (let line = 0; line < size; line++) {
    const found = list.line(item, line);
    // Lines of output are consecutive, so the first tells where all are.
    if (found.kind === 'output') return Math.max(0, Math.min(size - 1, line + row - found.index));
  }
  return 0;
}

function show(input: BodyInput, list: BodyList, first: Position, last: Position): BlocksView {
  const { view, height } = input;
  const hidden = isFollowing(view) && input.live.fullScreen;
  const top = topOf(list, input);
  if (isBefore(first, top) || hidden) return stand(input, list, first);
  const end = below(list, top, height - 1);
  if (end === undefined || !isBefore(end, last)) return view;
  const lowest = above(list, last, height - 1);
  return stand(input, list, isBefore(first, lowest) ? first : lowest);
}

/** The view with this line on top; from where nothing is left below, it follows. */
function stand(input: BodyInput, list: BodyList, top: Position | undefined): BlocksView {
  const { view, blocks } = input;
  if (top === undefined || !isBefore(top, lowestTop(list, input))) return toBottom(view);
  const block = list.blocks[top.item];
  const newest =
    view.anchor.kind === 'line' ? view.anchor.newest : (blocks[finishedCount(blocks) - 1]?.timestamp ?? 0);
  return {
    ...view,
    anchor: { kind: 'line', block: block?.id, line: top.line, at: block?.timestamp ?? 0, newest },
  };
}
