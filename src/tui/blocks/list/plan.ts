/** The plan of the body — exactly `height` lines, top to bottom, and what a person must know about the rest. */

import { isFollowing } from '../block/block-view.ts';
import type { BodyInput, BodyLine, HeaderLine } from '../block/body-line.ts';
import { type BodyList, bodyList, type Position } from './block-list.ts';
import { topOf } from './list-position.ts';

export type BodyPlan = {
  readonly lines: readonly BodyLine[];
  /** New output moves the view. */
  readonly following: boolean;
  /** The last line there is, is in sight. */
  readonly atBottom: boolean;
  /** Lines below the last one in sight: never silent about what is not shown. */
  readonly below: LinesBelow;
  /** A line of the selected block is in sight. */
  readonly selectedVisible: boolean;
  /** Header of the block whose output fills the top, to be drawn over the first line. */
  readonly sticky?: HeaderLine;
};

/** `more`: there are at least so many, the rest is not measured. */
export type LinesBelow = { readonly lines: number; readonly more: boolean };

/** Blocks counted below the view; beyond it each counts as one line and the sum as "at least". */
const COUNTED_BELOW = 200;

export function planBody(input: BodyInput): BodyPlan {
  if (input.live.fullScreen && isFollowing(input.view)) return screenPlan(input);
  const list = bodyList(input);
  const top = topOf(list, input);
  const { lines, end } = collect(list, top, input.height);
  const below = countBelow(list, end);
  const { selected } = input.view;
  const sticky = stickyHeader(list, top);
  return {
    lines,
    following: isFollowing(input.view),
    atBottom: below.lines === 0,
    below,
    selectedVisible:
      selected !== undefined && lines.some((line) => 'block' in line && line.block.id === selected),
    ...(sticky === undefined ? {} : { sticky }),
  };
}

/** A full-screen program has the body to itself; of a screen taller than the body, the part with the cursor. */
function screenPlan({ live, height }: BodyInput): BodyPlan {
  const hidden = Math.max(0, live.rows - height);
  const first = Math.max(0, Math.min(hidden, (live.cursor ?? live.rows - 1) - height + 1));
  const lines = Array.from({ length: height }, (_, y): BodyLine => {
    return first + y < live.rows ? { kind: 'live', index: first + y } : { kind: 'blank' };
  });
  return { lines, following: true, atBottom: true, below: { lines: 0, more: false }, selectedVisible: false };
}

/** Lines from `top` on, filled up with blanks; `end` is the first position not taken. */
function collect(list: BodyList, top: Position, height: number): { lines: BodyLine[]; end: Position } {
  const lines: BodyLine[] = [];
  let { item, line } = top;
  while (lines.length < height && item < list.count) {
    const size = list.size(item);
    while (line < size && lines.length < height) lines.push(list.line(item, line++));
    if (line < size) break;
    item++;
    line = 0;
  }
  while (lines.length < height) lines.push({ kind: 'blank' });
  return { lines, end: { item, line } };
}

function countBelow(list: BodyList, end: Position): LinesBelow {
  if (end.item >= list.count) return { lines: 0, more: false };
  let lines = list.size(end.item) - end.line;
  let more = false;
  const counted = Math.min(list.count, end.item + COUNTED_BELOW);
  for (let item = end.item + 1; item < counted; item++) {
    const size = list.knownSize(item);
    more ||= size === undefined;
    lines += size ?? 1;
  }
  const uncounted = Math.max(0, list.count - Math.max(counted, end.item + 1));
  return { lines: lines + uncounted, more: more || uncounted > 0 };
}

/** Not for the last line of a block: the header would hide what it is the header of. */
function stickyHeader(list: BodyList, top: Position): HeaderLine | undefined {
  if (top.line === 0 || top.line >= list.size(top.item) - 1) return undefined;
  return list.header(top.item);
}
