/** Positions in the list of lines: a number of lines away, of an anchor, and of the lowest possible top. */

import { firstNotCleared } from '../../../client/blocks/clearing.ts';
import { type Anchor, isFollowing } from '../block/block-view.ts';
import type { Body, BodyInput, BodyLine, Floor, LiveArea, Place, ScreenRows } from '../block/body-line.ts';
import { indexOfLine } from './block-layout.ts';
import type { BodyList, Position } from './block-list.ts';
import { LIVE } from './search.ts';

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
export function lowestTop(list: BodyList, input: BodyInput): Position {
  const full = above(list, { item: list.count, line: 0 }, input.height);
  const { blocks, running } = list;
  const shown = { blocks, running, clearedAt: input.view.clearedAt, terminal: input.output };
  const cleared = { item: firstNotCleared(shown, full.item), line: 0 };
  const lowest = isBefore(full, cleared) ? cleared : full;
  const floor = floorOf(list, input);
  return floor !== undefined && isBefore(lowest, floor) ? floor : lowest;
}

/** Returns the top of this frame as the floor of the next one. */
export function floorAt(list: BodyList, { item, line }: Position, input: BodyInput): Floor | undefined {
  const { view, cols, height } = input;
  if (!isFollowing(view)) return undefined;
  const block = (list.blocks[item] ?? list.running)?.id ?? LIVE;
  return { top: { block, line }, view, cols, height };
}

/** Returns the top of the last frame, if that showed the same list at the same size; at most half of the body stays blank. */
function floorOf(list: BodyList, { floor, view, cols, height }: BodyInput): Position | undefined {
  if (floor === undefined || floor.cols !== cols || floor.height !== height || !isFollowing(view))
    return undefined;
  if (floor.view.folds !== view.folds || floor.view.filter !== view.filter) return undefined;
  const { block, line } = floor.top;
  const at = block === LIVE ? { item: list.count - 1, line } : positionOf(list, floor.top);
  // Rows of a list below the prompt may be gone.
  if (at.item < 0 || at.line >= list.size(at.item)) return undefined;
  return below(list, at, Math.ceil(height / 2) - 1) === undefined ? undefined : at;
}

export function isBefore(a: Position, b: Position): boolean {
  return a.item < b.item || (a.item === b.item && a.line < b.line);
}

/** Returns the top line of the body: the anchor's current position, but never lower than the top while following. */
export function topOf(list: BodyList, input: BodyInput): Position {
  const { anchor } = input.view;
  if (anchor.kind === 'bottom') return followedTop(list, input);
  const wanted = anchored(list, anchor, input);
  // Usually a full screen is below, and the end of the list need not be measured.
  if (below(list, wanted, input.height - 1) !== undefined) return wanted;
  const lowest = lowestTop(list, input);
  return isBefore(wanted, lowest) ? wanted : lowest;
}

/** Returns the top line of the body while it follows new output: of the whole screen, or of the end of the list. */
function followedTop(list: BodyList, input: BodyInput): Position {
  const { live, height } = input;
  if (live.screen === undefined) return lowestTop(list, input);
  const first = firstScreenRow(live.screen, live, height);
  // Above the live part the blocks take the place of the screen's rows.
  const top = { item: list.count - 1, line: Math.max(0, first) + list.lead };
  return first < 0 ? above(list, top, -first) : top;
}

/** Returns the row of the live part at the top of the body. If the screen is taller than the body, the cursor stays visible. */
export function firstScreenRow(screen: ScreenRows, { cursor }: LiveArea, height: number): number {
  const hidden = Math.max(0, screen.rows - height);
  const row = cursor === undefined ? screen.rows - 1 : cursor - screen.top;
  return screen.top + Math.max(0, Math.min(hidden, row - height + 1));
}

/** Returns the position of the line to which a view is anchored. */
export function anchored(list: BodyList, anchor: LineAnchor, body: Body): Position {
  return anchor.block === undefined ? inLivePart(list, anchor) : inBlock(list, anchor, anchor.block, body);
}

function inLivePart(list: BodyList, { line, newest }: LineAnchor): Position {
  const arrived = list.blocks.findIndex(({ timestamp }) => timestamp > newest);
  // The live rows have become a block with the same lines: the view stays on the same output.
  return lineInItem(list, arrived < 0 ? list.count - 1 : arrived, line);
}

function inBlock(list: BodyList, { line, output, at }: LineAnchor, block: string, body: Body): Position {
  const item = indexOf(list, block);
  const part = list.blocks[item]?.part;
  if (part !== undefined && output !== undefined) {
    // A window that restores the scroll position of the last one has to fetch the lines first.
    body.output.pieces(part, output.line);
    const row = indexOfLine(body.output, part, body.cols, output.line) + output.row;
    return { item, line: lineOfRow(list, item, row) ?? lineInItem(list, item, line).line };
  }
  if (item >= 0) return lineInItem(list, item, line);
  // The block was trimmed, cleared or filtered out: use the next one in time.
  const next = list.blocks.findIndex(({ timestamp }) => timestamp >= at);
  return { item: next < 0 ? list.count - 1 : next, line: 0 };
}

/** Returns the line of an item in which a row of its output is; undefined when the block shows a preview, or no output. */
export function lineOfRow(list: BodyList, item: number, row: number): number | undefined {
  const size = list.size(item);
  for (let line = 0; line < size; line++) {
    const found = list.line(item, line);
    // Output lines are consecutive, so the position of the first gives all others.
    if (found.kind !== 'output') continue;
    return found.index < 0 ? undefined : Math.max(0, Math.min(size - 1, line + row - found.index));
  }
  return undefined;
}

function lineInItem(list: BodyList, item: number, line: number): Position {
  return { item, line: Math.max(0, Math.min(line, list.size(item) - 1)) };
}

/**
 * Index of a block in the list, searched from the end because visible blocks are mostly new; the running one is the live
 * part.
 */
export function indexOf(list: BodyList, block: string): number {
  if (block === list.running?.id) return list.count - 1;
  return list.blocks.findLastIndex(({ id }) => id === block);
}

// Places name lines of the body by their block, so that they stay the same while the view scrolls.

/** The places of a planned body. */
export type Places = {
  /** Returns the place of a line of the body, counted from its top. */
  at(y: number): Place | undefined;
  /** Returns where a place is in the list; a block that is gone counts as above everything. */
  positionOf(place: Place): Position;
};

export function placesOf(list: BodyList, top: Position, sticky: boolean): Places {
  return {
    at: (y) => {
      const position = below(list, top, y);
      if (position === undefined) return undefined;
      // The header of the top block is drawn over the first line.
      return placeOf(list, sticky && y === 0 ? { item: top.item, line: 0 } : position);
    },
    positionOf: (place) => positionOf(list, place),
  };
}

/** Returns the places of a body that shows the whole screen; its first row is row `first` of the live part. */
export function screenPlaces(first: number, rows: number): Places {
  return {
    at: (y) => (y < rows ? { block: LIVE, line: first + y } : undefined),
    positionOf: ({ block, line }) => ({ item: block === LIVE ? 1 : 0, line }),
  };
}

export function placeOf(list: BodyList, { item, line }: Position): Place {
  const block = list.blocks[item];
  if (block !== undefined) return { block: block.id, line };
  if (line < list.lead && list.running !== undefined) return { block: list.running.id, line };
  return { block: LIVE, line: line - list.lead };
}

export function positionOf(list: BodyList, { block, line }: Place): Position {
  if (block === LIVE) return { item: list.count - 1, line: line + list.lead };
  const item = indexOf(list, block);
  return item < 0 ? { item: -1, line: 0 } : { item, line };
}

/** Returns the line at a position. With `screen` the body shows the whole screen, also the rows above the live part. */
export function lineOf(list: BodyList, { item, line }: Position, screen: boolean): BodyLine {
  if (item === list.count - 1 && (screen || line >= list.lead))
    return { kind: 'live', index: line - list.lead };
  return item < 0 || line >= list.size(item) ? { kind: 'blank' } : list.line(item, line);
}
