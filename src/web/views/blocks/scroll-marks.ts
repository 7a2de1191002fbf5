/** Marks beside the scroll bar of the blocks: those that failed, and those that a person has bookmarked. */

import type { Block } from '../../../client/blocks/block.ts';
import { hasFailed } from '../../../review/exit-state.ts';

export type ScrollMark = {
  /** Place in the column, in percent of its height. */
  readonly top: number;
  readonly kind: 'failed' | 'bookmarked';
  /** The command, cut. */
  readonly title: string;
  /** Number of the block in the list. */
  readonly index: number;
};

/** Places in the column: of several marks in one, the bookmark counts, then the last. */
const PLACES = 200;
const MAX_TITLE = 100;

/** `share`: the share of the list (0 to 1) above a block; undefined when all of it is in sight. */
export function scrollMarks(
  blocks: readonly Block[],
  share: (index: number) => number | undefined,
): readonly ScrollMark[] {
  const marks = new Map<number, ScrollMark>();
  for (const [index, block] of blocks.entries()) {
    const kind = block.bookmarked === true ? 'bookmarked' : hasFailed(block.status) ? 'failed' : undefined;
    const above = kind && share(index);
    if (kind === undefined || above === undefined) continue;
    const place = Math.min(PLACES - 1, Math.floor(above * PLACES));
    if (kind === 'failed' && marks.get(place)?.kind === 'bookmarked') continue;
    const title = block.commandLine.slice(0, MAX_TITLE);
    marks.set(place, { top: (place * 100) / PLACES, kind, title, index });
  }
  return [...marks.values()];
}
