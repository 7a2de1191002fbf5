/** Scrolling: computes the next view. Only this file stops and resumes following new output. */

import { finishedCount } from '../../../client/blocks/block.ts';
import { type Anchor, type BlocksView, BOTTOM, isFollowing, type Match } from '../block/block-view.ts';
import type { Body, BodyInput, Place } from '../block/body-line.ts';
import { indexOfLine } from './block-layout.ts';
import { type BodyList, bodyList, type Position } from './block-list.ts';
import {
  above,
  anchored,
  below,
  indexOf,
  isBefore,
  lineOfRow,
  lowestTop,
  placeOf,
  positionOf,
  TOP,
  topOf,
} from './list-position.ts';
import type { Share } from './overview.ts';
import { LIVE } from './search.ts';

/** Scrolls by lines, down if positive. Reaching the end resumes following. */
export function scrollBy(view: BlocksView, lines: number, body: Body): BlocksView {
  const input = { ...body, view };
  const list = bodyList(input);
  const top = topOf(list, input);
  const intoGap =
    lines < 0 ? scrollIntoGap(input, list, top, -lines) : scrollDownIntoGap(input, list, top, lines);
  if (intoGap !== undefined) return intoGap;
  const target = lines < 0 ? above(list, top, -lines) : below(list, top, lines);
  return anchorAt(input, list, target);
}

type IntoGap = (input: BodyInput, list: BodyList, top: Position, lines: number) => BlocksView | undefined;

/**
 * Scrolls up into a note that stands for lines that are being fetched: the note counts as that many lines, so that the view is at
 * the right line when they come. Returns undefined if there is no such note.
 */
const scrollIntoGap: IntoGap = (input, list, top, lines) => {
  const inside = gapAtTop(input, list);
  if (inside !== undefined) return upTo(input, list, inside.gap, inside.line - lines);
  const { anchor } = input.view;
  // A view that follows new output shows too much above the note: what it should show is counted from the end.
  const follows = anchor.kind === 'bottom' && input.live.screen === undefined;
  const from = follows ? { item: list.count, line: 0 } : top;
  const most = follows ? input.height + lines : lines;
  for (let rows = 1; rows <= most; rows++) {
    const found = leftOutAt(list, above(list, from, rows));
    if (found !== undefined) return upTo(input, list, found, found.first + found.count - 1 - (most - rows));
  }
  return undefined;
};

/** Scrolls down into a note that stands for lines that are being fetched, as `scrollIntoGap` does upwards. */
const scrollDownIntoGap: IntoGap = (input, list, top, lines) => {
  const inside = gapAtTop(input, list);
  if (inside !== undefined) return downTo(input, list, inside.gap, inside.line + lines);
  for (let rows = 1; rows <= lines; rows++) {
    const at = below(list, top, rows);
    const found = at && leftOutAt(list, at);
    if (found !== undefined) return downTo(input, list, found, found.first + lines - rows);
  }
  return undefined;
};

/** Returns the view with line `line` on top, which is one of the left-out lines or below them. */
function downTo(input: BodyInput, list: BodyList, found: LeftOut, line: number): BlocksView | undefined {
  const beyond = line - (found.first + found.count);
  return beyond < 0
    ? upTo(input, list, found, line)
    : anchorAt(input, list, below(list, found.at, beyond + 1));
}

/** Returns the note at the top of the view, if it stands for the line to which the view is anchored, and that line. */
function gapAtTop(
  input: BodyInput,
  list: BodyList,
): { readonly gap: LeftOut; readonly line: number } | undefined {
  const { anchor } = input.view;
  if (anchor.kind !== 'line' || anchor.output === undefined) return undefined;
  const gap = leftOutAt(list, anchored(list, anchor, input));
  return gap && { gap, line: anchor.output.line };
}

type LeftOut = { readonly first: number; readonly count: number; readonly at: Position };

/** Returns the left-out lines that a note at this position stands for; undefined if there is none. */
function leftOutAt(list: BodyList, at: Position): LeftOut | undefined {
  const line = list.line(at.item, at.line);
  return line.kind === 'note' && line.leftOut !== undefined ? { ...line.leftOut, at } : undefined;
}

/** Returns the view with one of the left-out lines on top; undefined for a line above them. */
function upTo(
  input: BodyInput,
  list: BodyList,
  { first, at }: LeftOut,
  line: number,
): BlocksView | undefined {
  if (line < first) return undefined;
  const view = lineAt(input, list, at);
  if (view.anchor.kind !== 'line') return view;
  return { ...view, anchor: { ...view.anchor, output: { line, row: 0 } } };
}

/** Returns the lines of so many pages, upwards if negative. Two lines stay in view: one may be under the sticky header. */
export function pageLines(pages: number, { height }: Pick<Body, 'height'>): number {
  const lines = Math.floor(Math.abs(pages) * Math.max(1, height - 2));
  return Math.sign(pages) * Math.max(1, lines);
}

export function pageBy(view: BlocksView, pages: number, body: Body): BlocksView {
  return scrollBy(view, pageLines(pages, body), body);
}

/** Stops following and stays with the lines in view; does nothing while the body shows the whole screen. */
export function hold(view: BlocksView, body: Body): BlocksView {
  if (!isFollowing(view) || body.live.screen !== undefined) return view;
  const input = { ...body, view };
  const list = bodyList(input);
  return lineAt(input, list, topOf(list, input));
}

/** Returns a changed view with the line on top that was there before the change. */
export function stayAtTop(before: BlocksView, changed: BlocksView, body: Body): BlocksView {
  const was = { ...body, view: before };
  const list = bodyList(was);
  const { anchor } = lineAt(was, list, topOf(list, was));
  const input = { ...body, view: { ...changed, anchor } };
  const after = bodyList(input);
  return anchorAt(input, after, topOf(after, input));
}

export function toTop(view: BlocksView, body: Body): BlocksView {
  const input = { ...body, view };
  return anchorAt(input, bodyList(input), TOP);
}

/** Scrolls to a part of the body, also to lines that are still to be fetched; one beyond the end means the end. */
export function toShare(view: BlocksView, { item, above: share }: Share, body: Body): BlocksView {
  const input = { ...body, view };
  const list = bodyList(input);
  if (item >= list.count) return toBottom(view);
  const size = list.size(item);
  const lines = list.linesFrom({ item, line: 0 });
  const part = list.blocks[item]?.part;
  const line = Math.floor(share * lines);
  if (part === undefined || lines === size || line === 0) return anchorAt(input, list, { item, line });
  const row = indexOfLine(body.output, part, body.cols, line - 1);
  const at = { item, line: lineOfRow(list, item, row) ?? 0 };
  const leftOut = leftOutAt(list, at);
  return (leftOut && upTo(input, list, leftOut, line - 1)) ?? anchorAt(input, list, at);
}

/** Scrolls so that a block begins at the top. */
export function toBlock(view: BlocksView, block: string, body: Body): BlocksView {
  const input = { ...body, view };
  const list = bodyList(input);
  const item = indexOf(list, block);
  return item < 0 ? view : anchorAt(input, list, { item, line: 0 });
}

export function toBottom(view: BlocksView): BlocksView {
  return isFollowing(view) ? view : { ...view, anchor: BOTTOM };
}

/** Scrolls as little as needed to show a block; its header has priority. */
export function reveal(view: BlocksView, block: string, body: Body): BlocksView {
  const input = { ...body, view };
  const list = bodyList(input);
  const item = indexOf(list, block);
  return item < 0 ? view : scrollToShow(input, list, { item, line: 0 }, { item, line: list.size(item) - 1 });
}

/** Scrolls as little as needed to show the line of a match. The block must be open to show output. */
export function revealMatch(view: BlocksView, match: Match, body: Body): BlocksView {
  const input = { ...body, view };
  const list = bodyList(input);
  if (indexOf(list, match.block) < 0) return view;
  const at = positionOfMatch(list, match, input);
  // The line above is shown too, so that the sticky header does not cover the match.
  return scrollToShow(input, list, above(list, at, at.line === 0 ? 0 : 1), at);
}

/** Returns the place of a match. The block must be open to have output. */
export function placeOfMatch(match: Match, input: BodyInput): Place {
  const list = bodyList(input);
  if (match.block === LIVE) return { block: LIVE, line: match.line };
  return placeOf(list, positionOfMatch(list, match, input));
}

function positionOfMatch(list: BodyList, match: Match, { output, cols }: BodyInput): Position {
  const item = indexOf(list, match.block);
  const block = list.blocks[item];
  if (block === undefined || match.line < 0) return { item: Math.max(0, item), line: 0 };
  const row = indexOfLine(output, block.part, cols, match.line);
  return { item, line: row < 0 ? 0 : (lineOfRow(list, item, row) ?? 0) };
}

/** Scrolls as little as needed to show a place; does nothing while the body shows the whole screen. */
export function revealPlace(view: BlocksView, place: Place, body: Body): BlocksView {
  if (isFollowing(view) && body.live.screen !== undefined) return view;
  const input = { ...body, view };
  const list = bodyList(input);
  const at = positionOf(list, place);
  return scrollToShow(input, list, above(list, at, at.line === 0 ? 0 : 1), at);
}

/** Scrolls as little as needed to show a row of the live part. */
export function revealLive(view: BlocksView, row: number, body: Body): BlocksView {
  const input = { ...body, view };
  const list = bodyList(input);
  const at = { item: list.count - 1, line: row + list.lead };
  return scrollToShow(input, list, above(list, at, 1), at);
}

function scrollToShow(input: BodyInput, list: BodyList, first: Position, last: Position): BlocksView {
  const { view, height } = input;
  const hidden = isFollowing(view) && input.live.screen !== undefined;
  const top = topOf(list, input);
  if (isBefore(first, top) || hidden) return anchorAt(input, list, first);
  const end = below(list, top, height - 1);
  if (end === undefined || !isBefore(end, last)) return view;
  const lowest = above(list, last, height - 1);
  return anchorAt(input, list, isBefore(first, lowest) ? first : lowest);
}

/** Returns the view with this line on top. If no lines are left below, the view follows new output. */
function anchorAt(input: BodyInput, list: BodyList, top: Position | undefined): BlocksView {
  if (top === undefined || !isBefore(top, lowestTop(list, input))) return toBottom(input.view);
  return lineAt(input, list, top);
}

/** Returns the view anchored to this line at its top. */
function lineAt(input: BodyInput, list: BodyList, top: Position): BlocksView {
  const { view, blocks } = input;
  const block = list.blocks[top.item];
  const newest =
    view.anchor.kind === 'line' ? view.anchor.newest : (blocks[finishedCount(blocks) - 1]?.timestamp ?? 0);
  const output = outputLineAt(input, list, top);
  const at = block?.timestamp ?? 0;
  return {
    ...view,
    anchor: { kind: 'line', block: block?.id, line: top.line, ...(output && { output }), at, newest },
  };
}

/** Returns an anchor that finds a place again after left-out lines above it were fetched. */
export function anchorAtPlace(view: BlocksView, place: Place, body: Body): Anchor {
  const input = { ...body, view };
  const list = bodyList(input);
  return lineAt(input, list, positionOf(list, place)).anchor;
}

/** Returns the place of an anchor; undefined if it is on no line of output, where nothing can be left out. */
export function placeOfAnchor(anchor: Anchor, view: BlocksView, body: Body): Place | undefined {
  if (anchor.kind === 'bottom' || anchor.output === undefined) return undefined;
  const list = bodyList({ ...body, view });
  return placeOf(list, anchored(list, anchor, body));
}

/** Returns the output line at a position; undefined if there is none, and in previews, to which no lines are added. */
function outputLineAt({ output, cols }: Body, list: BodyList, { item, line }: Position) {
  const shown = list.line(item, line);
  if (shown.kind !== 'output' || shown.index < 0) return undefined;
  const first = indexOfLine(output, shown.block.part, cols, shown.line);
  return { line: shown.line, row: Math.max(0, shown.index - first) };
}
