/** Selects the blocks that the body shows: all finished blocks, or only failed ones. */

import { type Block, finishedCount } from './block.ts';
import { hasFailed } from './exit-state.ts';

/** Caches by array of blocks, which stays the same array while no block changes. */
const failedOf = new WeakMap<readonly Block[], readonly Block[]>();
const finishedOf = new WeakMap<readonly Block[], readonly Block[]>();

export function shownBlocks(blocks: readonly Block[], onlyFailed: boolean): readonly Block[] {
  return onlyFailed ? failed(blocks) : finished(blocks);
}

function failed(blocks: readonly Block[]): readonly Block[] {
  const known = failedOf.get(blocks) ?? blocks.filter((block) => hasFailed(block.status));
  failedOf.set(blocks, known);
  return known;
}

/** Returns the finished blocks; a running shell command belongs to the live rows. */
function finished(blocks: readonly Block[]): readonly Block[] {
  if (finishedCount(blocks) === blocks.length) return blocks;
  const known = finishedOf.get(blocks) ?? blocks.slice(0, -1);
  finishedOf.set(blocks, known);
  return known;
}
