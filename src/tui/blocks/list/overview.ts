/**
 * The whole body in one column, as a scrollbar shows it: which part is in view, and where failed commands,
 * bookmarks and matches are.
 * Sizes are estimated from the counts that the host reports for each command, because measuring an output means laying it
 * out.
 */

import type { Block } from '../../../client/blocks/block.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta, OutputCounts } from '../../../protocol/terminal/command-meta.ts';
import { linesIn } from '../../../protocol/terminal/newlines.ts';
import { omittedOf } from '../../../protocol/terminal/shorten.ts';
import type { CommandPart } from '../../../protocol/terminal/state.ts';
import { hasFailed } from '../../../review/exit-state.ts';
import type { BodyInput } from '../block/body-line.ts';
import { tailLines } from './block-layout.ts';
import { type BodyList, bodyList, type Position } from './block-list.ts';
import type { Places } from './list-position.ts';
import { knownMatches, LIVE } from './search.ts';

export type Mark = {
  readonly kind: 'failed' | 'bookmarked' | 'match' | 'current';
  readonly block: string;
  /** Line of the match, as in `Match`. */
  readonly line: number;
};

export type Overview = {
  /** Rows of the column, `to` not included, that stand for what is in view. */
  readonly thumb: { readonly from: number; readonly to: number };
  /** Marks by the row of the column. */
  readonly marks: ReadonlyMap<number, Mark>;
};

type Shown = { readonly places: Places; readonly atBottom: boolean };

/** Returns the overview of a body of which a part is in view; undefined when all of it is. */
export function overviewOf(input: BodyInput, { places, atBottom }: Shown): Overview | undefined {
  const list = bodyList(input);
  const starts = startsOf(list, input);
  const { height } = input;
  const total = starts.at(-1) ?? 0;
  if (total <= height || height < 2) return undefined;
  const size = Math.max(1, Math.round((height * height) / total));
  const room = height - size;
  const offsetOfTop = (): number => {
    const top = topOf(places);
    // Lines that are not fetched yet count as well.
    return Math.max(starts[top.item] ?? 0, (starts[top.item + 1] ?? 0) - list.linesFrom(top));
  };
  const from = atBottom ? room : Math.min(room, Math.round((offsetOfTop() / (total - height)) * room));
  return { thumb: { from, to: from + size }, marks: marksOf(list, starts, input) };
}

/** A place in an item: the share of its lines (0 to 1) that is above. */
export type Share = { readonly item: number; readonly above: number };

/** Returns the place in the body that a row of the column stands for; the first and the last row stand for the ends. */
export function shareAt(input: BodyInput, row: number): Share {
  const list = bodyList(input);
  const starts = startsOf(list, input);
  const total = starts.at(-1) ?? 0;
  const last = Math.max(1, input.height - 1);
  if (row >= last) return { item: list.count, above: 0 };
  const offset = Math.round((Math.max(0, row) / last) * Math.max(0, total - input.height));
  const item = Math.max(
    0,
    starts.findLastIndex((start, at) => at < list.count && start <= offset),
  );
  const [start = 0, end = 0] = [starts[item], starts[item + 1]];
  return { item, above: end > start ? (offset - start) / (end - start) : 0 };
}

/** Returns the line at the top of the body, where a sticky header may be drawn over it. */
function topOf(places: Places): Position {
  const [first, second] = [0, 1].map((y) => {
    const place = places.at(y);
    return place && places.positionOf(place);
  });
  if (second !== undefined && second.line > 0) return { ...second, line: second.line - 1 };
  return first ?? { item: 0, line: 0 };
}

/** Returns for each item the estimated number of lines before it, and last that of all. */
function startsOf(list: BodyList, input: BodyInput): readonly number[] {
  const starts = [0];
  let lines = 0;
  for (let item = 0; item < list.count; item++) {
    lines += list.knownLines(item) ?? estimated(list, item, input);
    starts.push(lines);
  }
  return starts;
}

function estimated(list: BodyList, item: number, input: BodyInput): number {
  const block = list.blocks[item];
  if (block === undefined) return 1 + input.live.rows;
  const { lines, chars } = countsOf(block.part);
  const isFolded = list.header(item)?.fold === 'tail';
  const rows = Math.max(lines, Math.ceil(chars / Math.max(1, input.cols)));
  return 1 + (isFolded ? Math.min(rows, tailLines(input) + 1) : rows);
}

const counted = new WeakMap<CommandPart, Pick<OutputCounts, 'lines' | 'chars'>>();

/** A host that does not count what a command printed sends all of it. */
function countsOf(part: CommandPart): Pick<OutputCounts, 'lines' | 'chars'> {
  const told = cottyMeta<CommandMeta>(part._meta).counts;
  if (told !== undefined) return told;
  const known = counted.get(part);
  if (known !== undefined) return known;
  const lines = linesIn(part.output);
  const made = { lines, chars: part.output.length + (omittedOf(part)?.chars ?? 0) };
  counted.set(part, made);
  return made;
}

function offsetOf({ item, line }: Position, list: BodyList, starts: readonly number[]): number {
  const [start = 0, end = 0] = [starts[item], starts[item + 1]];
  return start + Math.min(line, Math.max(0, end - start - (item === list.count - 1 ? 0 : 1)));
}

function marksOf(list: BodyList, starts: readonly number[], input: BodyInput): ReadonlyMap<number, Mark> {
  const { height, view } = input;
  const total = Math.max(1, starts.at(-1) ?? 0);
  const marks = new Map<number, Mark>();
  const mark = (item: number, line: number, what: Mark): void => {
    const offset = offsetOf({ item, line }, list, starts);
    marks.set(Math.min(height - 1, Math.floor((offset / total) * height)), what);
  };
  list.blocks.forEach((block: Block, item) => {
    if (hasFailed(block.status)) mark(item, 0, { kind: 'failed', block: block.id, line: -1 });
  });
  // What a person has marked is more than what has failed.
  list.blocks.forEach((block: Block, item) => {
    if (block.bookmarked === true) mark(item, 0, { kind: 'bookmarked', block: block.id, line: -1 });
  });
  const { search } = view;
  if (search === undefined) return marks;
  const items = new Map(list.blocks.map(({ id }, item) => [id, item]));
  const itemOf = (block: string) => (block === LIVE ? list.count - 1 : items.get(block));
  for (const { block, line } of knownMatches(search)) {
    const item = itemOf(block);
    if (item !== undefined) mark(item, line + 1, { kind: 'match', block, line });
  }
  const { current } = search;
  const item = current && itemOf(current.block);
  if (current !== undefined && item !== undefined)
    mark(item, current.line + 1, { kind: 'current', ...current });
  return marks;
}
