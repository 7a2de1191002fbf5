/** All matches of a search in order: in command lines, in the outputs that the host keeps, and in the live part. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { Block } from '../block/block.ts';
import type { Found, Match } from '../block/block-view.ts';
import { withoutControls } from '../block/controls.ts';
import { finder } from '../block/match-text.ts';
import { isShortened } from '../block/output-pieces.ts';
import type { OutputText } from './search.ts';

/** Stands for the live part in a match; its lines are rows of the live part. */
export const LIVE = '';

export type Sought = {
  /** The blocks shown, oldest first. */
  readonly blocks: readonly Block[];
  readonly query: string;
  readonly found: Found;
  readonly text: OutputText;
};

/** Returns the matches, oldest first. */
export function matchList({ blocks, query, found, text }: Sought): readonly Match[] {
  const find = finder(query);
  const lines = new Map<number, number[]>();
  for (const { seq, line } of found.matches) lines.set(seq, [...(lines.get(seq) ?? []), line - 1]);
  const all: Match[] = [];
  for (const block of blocks) {
    if (find(withoutControls(block.commandLine))) all.push({ block: block.id, line: -1 });
    const { seq } = cottyMeta<CommandMeta>(block.part._meta);
    const reported = seq === undefined ? undefined : lines.get(seq);
    if (reported === undefined) continue;
    for (const line of linesOf(block, reported, find, text)) all.push({ block: block.id, line });
  }
  text.live?.().forEach((line, row) => {
    if (find(line)) all.push({ block: LIVE, line: row });
  });
  return all;
}

/** An output that is here is read as it is shown: what was printed over is not, and lines may be joined. */
function linesOf(
  block: Block,
  reported: readonly number[],
  find: (line: string) => boolean,
  text: OutputText,
): readonly number[] {
  if (isShortened(block.part)) return [...reported].sort((one, other) => one - other);
  return text.lines(block.part).flatMap((line, index) => (find(line) ? [index] : []));
}

/** Returns the match before or after the current one, around the ends; without one, the newest, or downwards the oldest. */
export function nextOf(all: readonly Match[], current: Match | undefined, direction: 'up' | 'down'): number {
  const at =
    current === undefined
      ? -1
      : all.findIndex((match) => match.block === current.block && match.line === current.line);
  if (at < 0) return direction === 'up' ? all.length - 1 : 0;
  return (at + (direction === 'up' ? -1 : 1) + all.length) % all.length;
}
