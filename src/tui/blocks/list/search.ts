/** Searches command lines and outputs of the blocks lazily, in slices that the caller drives. */

import type { CommandPart } from '../../../protocol/terminal/state.ts';
import type { Block } from '../block/block.ts';
import type { Match } from '../block/block-view.ts';
import { withoutControls } from '../block/controls.ts';
import { type Finder, finder } from '../block/match-text.ts';
import type { OutputPieces } from '../block/output-pieces.ts';

/** Plain logical lines of an output. */
export type OutputText = {
  lines(part: CommandPart): readonly string[];
  /** What the window has of an output, with the numbers of its lines. */
  held(part: CommandPart): OutputPieces;
  /** The rows of the live part, as text. */
  live?(): readonly string[];
};

export type SearchInput = {
  /** The blocks shown, oldest first. */
  readonly blocks: readonly Block[];
  readonly query: string;
  readonly text: OutputText;
  /** Starting match, whose own line is searched last. Without it, the search starts at the newest block. */
  readonly from?: Match | undefined;
  readonly direction: 'up' | 'down';
};

/**
 * Searches once around, from the line after `from` back to it. Yields every match, and undefined after each block
 * without one, so that the caller can stop to handle a key. A line with several matches counts once.
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

/**
 * Visits every block once, around the end. The starting block comes twice: first its lines beyond `from`, last the
 * rest.
 */
function* visits({ blocks, from, direction }: SearchInput): Generator<Visit, void> {
  const { length } = blocks;
  const step = direction === 'down' ? 1 : -1;
  const startIndex = from === undefined ? -1 : blocks.findLastIndex(({ id }) => id === from.block);
  const isBeyond = (line: number): boolean => (line - (from?.line ?? 0)) * step > 0;
  const first = step > 0 ? 0 : length - 1;
  const at = (index: number): Block | undefined => blocks[(index + length) % length];

  const startBlock = blocks[startIndex];
  if (startBlock !== undefined) yield { block: startBlock, wants: isBeyond };
  const others = startBlock === undefined ? length : length - 1;
  for (let visit = 0; visit < others; visit++) {
    const block = at(startBlock === undefined ? first + step * visit : startIndex + step * (visit + 1));
    if (block !== undefined) yield { block, wants: () => true };
  }
  if (startBlock !== undefined) yield { block: startBlock, wants: (line) => !isBeyond(line) };
}

/**
 * Drives a search to its next match through at most `blocks` blocks. The match is undefined when none was found yet;
 * `ended` says that the search is complete.
 */
export function nextMatch(
  running: Generator<Match | undefined, void>,
  blocks: number,
): { readonly match: Match | undefined; readonly ended: boolean } {
  for (let visited = 0; visited < blocks; visited++) {
    const { value, done } = running.next();
    if (done === true) return { match: undefined, ended: true };
    if (value !== undefined) return { match: value, ended: false };
  }
  return { match: undefined, ended: false };
}

/** Returns the matching lines of a block, top to bottom; −1 is its command line. */
function matchesIn(block: Block, find: Finder, text: OutputText): number[] {
  const inCommand = find(withoutControls(block.commandLine)) ? [-1] : [];
  return [...inCommand, ...outputMatches(block, find, text)];
}

/** Returns the matching lines of what the window has of an output, top to bottom. */
export function outputMatches(block: Block, find: Finder, text: OutputText): readonly number[] {
  const lines: number[] = [];
  for (const { part, firstLine } of text.held(block.part).pieces) {
    text.lines(part).forEach((line, index) => {
      if (find(line)) lines.push(firstLine + index);
    });
  }
  return lines;
}
