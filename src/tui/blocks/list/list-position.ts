/** Positions in the list of lines: by number of lines, by the anchor of a view, and of the last full screen. */

import type { Anchor } from '../block/block-view.ts';
import type { BodyInput, LiveArea, ScreenRows } from '../block/body-line.ts';
import type { BodyList, Position } from './block-list.ts';

type LineAnchor = Extract<Anchor, { kind: 'line' }>;

export const TOP: Position = { item: 0, line: 0 };

/** Returns the position `lines` above, or the top. */
export function above(list: BodyList, from: Position, lines: number): Position {
  let { item, line } = from;
  let left = lines;
  while (left > line && item > 0) {
    left -= line;
    item--;
    line = list.size(item);
  }
  return { item, line: Math.max(0, line - left) };
}

/** Returns the position `lines` below; undefined when the list ends before. */
export function below(list: BodyList, from: Position, lines: number): Position | undefined {
  let { item, line } = from;
  let left = lines;
  for (;;) {
    if (item >= list.count) return undefined;
    const size = list.size(item);
    if (line + left < size) return { item, line: line + left };
    left -= size - line;
    line = 0;
    item++;
  }
}

/**
 * Returns the top of the body while it follows new output. The last line of the list is at the bottom, unless the
 * screen was cleared and the newer lines do not fill it.
 */
export function lowestTop(list: BodyList, { view, height }: BodyInput): Position {
  const full = above(list, { item: list.count, line: 0 }, height);
  const { clearedAt } = view;
  if (clearedAt === undefined) return full;
  const cleared = { item: list.blocks.findLastIndex(({ timestamp }) => timestamp < clearedAt) + 1, line: 0 };
  return isBefore(full, cleared) ? cleared : full;
}

export function isBefore(a: Position, b: Position): boolean {
  return a.item < b.item || (a.item === b.item && a.line < b.line);
}

/** Returns the top line of the body: the anchor's current position, but never lower than the top while following. */
export function topOf(list: BodyList, input: BodyInput): Position {
  const { anchor } = input.view;
  if (anchor.kind === 'bottom') return followedTop(list, input);
  const wanted = anchored(list, anchor);
  // Usually a full screen is below, and the end of the list need not be measured.
  if (below(list, wanted, input.height - 1) !== undefined) return wanted;
  const lowest = lowestTop(list, input);
  return isBefore(wanted, lowest) ? wanted : lowest;
}

/** Returns the top line of the body while it follows new output: of the screen as it is, or of the end of the list. */
function followedTop(list: BodyList, input: BodyInput): Position {
  const { live, height } = input;
  if (live.screen === undefined) return lowestTop(list, input);
  const first = firstScreenRow(live.screen, live, height);
  // Line 0 of the live part is the separator. Above the live part the blocks take the place of the screen's rows.
  const top = { item: list.count - 1, line: Math.max(0, first) + 1 };
  return first < 0 ? above(list, top, 1 - first) : top;
}

/** Returns the row of the live part at the top of the body. Of a screen taller than the body, the cursor is in sight. */
export function firstScreenRow(screen: ScreenRows, { cursor }: LiveArea, height: number): number {
  const hidden = Math.max(0, screen.rows - height);
  const row = cursor === undefined ? screen.rows - 1 : cursor - screen.top;
  return screen.top + Math.max(0, Math.min(hidden, row - height + 1));
}

function anchored(list: BodyList, anchor: LineAnchor): Position {
  return anchor.block === undefined ? inLivePart(list, anchor) : inBlock(list, anchor, anchor.block);
}

function inLivePart(list: BodyList, { line, newest }: LineAnchor): Position {
  // Line 0 is the separator, which stays in the live part.
  const arrived = line === 0 ? -1 : list.blocks.findIndex(({ timestamp }) => timestamp > newest);
  // The live rows have become a block, whose header replaces the prompt line: the view stays on the same output.
  return arrived < 0 ? lineInItem(list, list.count - 1, line) : lineInItem(list, arrived, line - 1);
}

function inBlock(list: BodyList, { line, at }: LineAnchor, block: string): Position {
  const item = indexOf(list, block);
  if (item >= 0) return lineInItem(list, item, line);
  // The block was trimmed, cleared or filtered out: use the next one in time.
  const next = list.blocks.findIndex(({ timestamp }) => timestamp >= at);
  return { item: next < 0 ? list.count - 1 : next, line: 0 };
}

function lineInItem(list: BodyList, item: number, line: number): Position {
  return { item, line: Math.max(0, Math.min(line, list.size(item) - 1)) };
}

/** Index of a block in the list, searched from the end because visible blocks are mostly new. */
export function indexOf(list: BodyList, block: string): number {
  return list.blocks.findLastIndex(({ id }) => id === block);
}
