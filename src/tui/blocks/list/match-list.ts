/** All matches of a search in order: in command lines, in the outputs that the host keeps, and in the live part. */

import type { Block } from '../../../client/blocks/block.ts';
import { isShortened } from '../../../client/blocks/output-pieces.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { Found, Match } from '../block/block-view.ts';
import { type Finder, finder } from '../block/match-text.ts';
import { inCommandLine, LIVE, liveMatches, type OutputText, outputMatches } from './search.ts';

export type Sought = {
  /** The blocks shown, oldest first. */
  readonly blocks: readonly Block[];
  readonly query: string;
  readonly found: Found;
  readonly text: OutputText;
};

/** Matches in blocks by what the host has found: gone through with a key, they are the same as long as the blocks are. */
const known = new WeakMap<Found, { readonly blocks: readonly Block[]; readonly matches: readonly Match[] }>();

/** Returns the matches, oldest first. */
export function matchList(sought: Sought): readonly Match[] {
  const { blocks, query, found, text } = sought;
  const made = known.get(found);
  const inBlocks = made?.blocks === blocks ? made.matches : matchesInBlocks(sought);
  known.set(found, { blocks, matches: inBlocks });
  const live = liveMatches(finder(query), text);
  return [...inBlocks, ...live.map((line) => ({ block: LIVE, line }))];
}

function matchesInBlocks({ blocks, query, found, text }: Sought): readonly Match[] {
  const find = finder(query);
  const reported = linesByCommand(found);
  return blocks.flatMap((block) => {
    const { seq } = cottyMeta<CommandMeta>(block.part._meta);
    const lines =
      seq === undefined || seq < found.from
        ? outputMatches(block, find, text)
        : searchedLines(block, reported.get(seq), find, text);
    return [...inCommandLine(block, find), ...lines].map((line) => ({ block: block.id, line }));
  });
}

function linesByCommand({ matches }: Found): ReadonlyMap<number, readonly number[]> {
  const lines = new Map<number, number[]>();
  for (const { seq, line } of matches) {
    const of = lines.get(seq);
    if (of === undefined) lines.set(seq, [line - 1]);
    else of.push(line - 1);
  }
  return lines;
}

/** An output that is here is read as it is shown: what was printed over is not, and lines may be joined. */
function searchedLines(
  block: Block,
  reported: readonly number[] | undefined,
  find: Finder,
  text: OutputText,
): readonly number[] {
  if (reported === undefined) return [];
  if (isShortened(block.part)) return [...reported].sort((one, other) => one - other);
  return outputMatches(block, find, text);
}

/** Returns the match before or after the current one, around the ends; without one, the newest, or downwards the oldest. */
export function nextOf(all: readonly Match[], current: Match | undefined, direction: 'up' | 'down'): number {
  const { block, line } = current ?? { block: undefined, line: 0 };
  // The current match may be on a line that is not listed: its neighbours are those of the same block.
  const before = all.findLastIndex((match) => match.block === block && match.line < line);
  const after = all.findIndex((match) => match.block === block && match.line >= line);
  if (before < 0 && after < 0) return direction === 'up' ? all.length - 1 : 0;
  const next = after < 0 ? before + 1 : after;
  const isListed = all[next]?.block === block && all[next]?.line === line;
  const at = direction === 'up' ? next - 1 : next + (isListed ? 1 : 0);
  return (at + all.length) % all.length;
}
