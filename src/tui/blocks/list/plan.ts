/** The layout of the body: exactly `height` lines from top to bottom, and facts about the lines out of view. */

import { isFollowing } from '../block/block-view.ts';
import type { BodyInput, BodyLine, Floor, HeaderLine, ScreenRows } from '../block/body-line.ts';
import { type BodyList, bodyList, type Position } from './block-list.ts';
import { firstScreenRow, floorAt, type Places, placesOf, screenPlaces, topOf } from './list-position.ts';

export type BodyPlan = {
  readonly lines: readonly BodyLine[];
  /** Whether the body is the screen as it is, without blocks. */
  readonly screen: boolean;
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
  /** The top that the next frame must not move above while it follows new output. */
  readonly floor?: Floor | undefined;
  /** Places of the lines in the text, for selections. */
  readonly places: Places;
};

/**
 * Number of lines below the view, with those that are not fetched yet. `more` means "at least": the size of some block is not
 * known.
 */
export type LinesBelow = { readonly lines: number; readonly more: boolean };

/** Limit on blocks counted below the view. Each further block counts as one line, and the sum as "at least". */
const COUNTED_BELOW = 200;

export function planBody(input: BodyInput): BodyPlan {
  const { screen } = input.live;
  if (screen !== undefined && isFollowing(input.view)) return screenPlan(screen, input);
  const list = bodyList(input);
  const top = topOf(list, input);
  const { lines, end } = collect(list, top, input.height);
  const below = countBelow(list, end);
  const { selected } = input.view;
  const sticky = stickyHeader(list, top);
  return {
    lines,
    screen: false,
    following: isFollowing(input.view),
    atBottom: below.lines === 0,
    below,
    selectedVisible:
      selected !== undefined && lines.some((line) => 'block' in line && line.block.id === selected),
    ...(sticky === undefined ? {} : { sticky }),
    floor: floorAt(list, top, input),
    places: placesOf(list, top, sticky !== undefined),
  };
}

/** Plans the body as the whole screen, without blocks. */
function screenPlan(screen: ScreenRows, { live, height }: BodyInput): BodyPlan {
  const first = firstScreenRow(screen, live, height);
  const end = screen.top + screen.rows;
  const lines = Array.from({ length: height }, (_, y): BodyLine => {
    return first + y < end ? { kind: 'live', index: first + y } : { kind: 'blank' };
  });
  return {
    lines,
    screen: true,
    following: true,
    atBottom: true,
    below: { lines: 0, more: false },
    selectedVisible: false,
    places: screenPlaces(first, end - first),
  };
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
  let lines = list.linesFrom(end);
  let more = false;
  const counted = Math.min(list.count, end.item + COUNTED_BELOW);
  for (let item = end.item + 1; item < counted; item++) {
    const known = list.knownLines(item);
    more ||= known === undefined;
    lines += known ?? 1;
  }
  const uncounted = Math.max(0, list.count - Math.max(counted, end.item + 1));
  return { lines: lines + uncounted, more: more || uncounted > 0 };
}

/** Returns the sticky header, except for the last line of a block: the header would hide the line it belongs to. */
function stickyHeader(list: BodyList, top: Position): HeaderLine | undefined {
  if (top.line === 0 || top.line >= list.size(top.item) - 1) return undefined;
  return list.header(top.item);
}
