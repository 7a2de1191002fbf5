/** Search through the blocks — lazily, in slices that the caller drives, over command lines and outputs. */

import type { CommandPart } from '../../../protocol/terminal/state.ts';
import type { Block } from '../block/block.ts';
import type { Match } from '../block/block-view.ts';
import { withoutControls } from '../block/controls.ts';
import { type Finder, finder } from '../block/match-text.ts';

/** Plain logical lines of an output. */
export type OutputText = { lines(part: CommandPart): readonly string[] };

export type SearchInput = {
  /** The blocks shown, oldest first. */
  readonly blocks: readonly Block[];
  readonly query: string;
  readonly text: OutputText;
  /** Where to start; the line itself is looked at last. Without it: from the newest block. */
  readonly from?: Match | undefined;
  readonly direction: 'up' | 'down';
};

/**
 * Goes once around, from the line after `from` back to it. Yields every match, and undefined after each block
 * without one, so that the caller can stop to handle a key. A line counts once however often it matches.
 */
export function* search(input: SearchInput): Generator<Match | undefined, void> {
  if (input.query === '') return;
  const find = finder(input.query);
  for (const { block, wants } of visits(input)) {
    const lines = matchesIn(block, find, input.text).filter(wants);
    if (input.direction === 'up') lines.reverse();
    if (lines.length === 0) yield undefined;
    for (const line of lines) yield { block: block.id, line };
  }
}

type Visit = { readonly block: Block; readonly wants: (line: number) => boolean };

/** Every block once, around the end; the one started in twice: first what lies beyond `from`, at last the rest. */
function* visits({ blocks, from, direction }: SearchInput): Generator<Visit, void> {
  const { length } = blocks;
  const step = direction === 'down' ? 1 : -1;
  const home = from === undefined ? -1 : blocks.findLastIndex(({ id }) => id === from.block);
  const isBeyond = (line: number): boolean => (line - (from?.line ?? 0)) * step > 0;
  const first = step > 0 ? 0 : length - 1;
  const at = (index: number): Block | undefined => blocks[(index + length) % length];

  const homeBlock = blocks[home];
  if (homeBlock !== undefined) yield { block: homeBlock, wants: isBeyond };
  const others = homeBlock === undefined ? length : length - 1;
  for (let visit = 0; visit < others; visit++) {
    const block = at(homeBlock === undefined ? first + step * visit : home + step * (visit + 1));
    if (block !== undefined) yield { block, wants: () => true };
  }
  if (homeBlock !== undefined) yield { block: homeBlock, wants: (line) => !isBeyond(line) };
}

/** Drives a search to its next match, looking at no more than `blocks` blocks; undefined: not there, or not yet. */
export function nextMatch(
  going: Generator<Match | undefined, void>,
  blocks: number,
): { readonly match: Match | undefined; readonly ended: boolean } {
  for (let looked = 0; looked < blocks; looked++) {
    const { value, done } = going.next();
    if (done === true) return { match: undefined, ended: true };
    if (value !== undefined) return { match: value, ended: false };
  }
  return { match: undefined, ended: false };
}

/** Matching lines of a block, top to bottom; −1 is its command line. */
function matchesIn(block: Block, find: Finder, text: OutputText): number[] {
  const lines: number[] = find(withoutControls(block.commandLine)) ? [-1] : [];
  text.lines(block.part).forEach((line, index) => {
    if (find(line)) lines.push(index);
  });
  return lines;
}
