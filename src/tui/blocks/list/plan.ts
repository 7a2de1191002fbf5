/** The layout of the body: exactly `height` lines from top to bottom, and facts about the lines out of view. */

import { isFollowing } from '../block/block-view.ts';
import type { BodyInput, BodyLine, HeaderLine } from '../block/body-line.ts';
import { type BodyList, bodyList, type Position } from './block-list.ts';
import { topOf } from './list-position.ts';

export type BodyPlan = {
  readonly lines: readonly BodyLine[];
  /** Whether new output scrolls the view. */
  readonly following: boolean;
  /** Whether the last line of the list is in view. */
  readonly atBottom: boolean;
  /** Lines below the view, which the bar reports to the user. */
  readonly below: LinesBelow;
  /** Whether a line of the selected block is in view. */
  readonly selectedVisible: boolean;
  /** Header of the top block if it is scrolled out of view; drawn over the first line. */
  readonly sticky?: HeaderLine;
};

/** Number of lines below the view. `more` means at least this number: the rest is not measured. */
export type LinesBelow = { readonly lines: number; readonly more: boolean };

/** Limit on blocks measured below the view. Each further block counts as one line, and the sum as "at least". */
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

/** Plans the body for a full-screen program. Of a screen taller than the body, it shows the part with the cursor. */
function screenPlan({ live, height }: BodyInput): BodyPlan {
  const hidden = Math.max(0, live.rows - height);
  const first = Math.max(0, Math.min(hidden, (live.cursor ?? live.rows - 1) - height + 1));
  const lines = Array.from({ length: height }, (_, y): BodyLine => {
    return first + y < live.rows ? { kind: 'live', index: first + y } : { kind: 'blank' };
  });
  return { lines, following: true, atBottom: true, below: { lines: 0, more: false }, selectedVisible: false };
}

/** Collects lines from `top` on, filled up with blanks; `end` is the first position not taken. */
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

/** Returns the sticky header, except for the last line of a block: the header would hide the line it belongs to. */
function stickyHeader(list: BodyList, top: Position): HeaderLine | undefined {
  if (top.line === 0 || top.line >= list.size(top.item) - 1) return undefined;
  return list.header(top.item);
}
