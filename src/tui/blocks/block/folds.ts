/** Which blocks are folded — what a person chose for a block or for all, else a rule by age and length. */

import type { Block } from './block.ts';

/** `closed`: header only. `tail`: header, the last lines, and how many there are. `open`: all of it. */
export type Fold = 'closed' | 'tail' | 'open';

export type Folds = {
  /** The newest blocks stand open until they are older than this. */
  readonly openLast: number;
  /** Chosen for one block. */
  readonly chosen: ReadonlyMap<string, Fold>;
  /** Chosen for all blocks up to this time; blocks that come later follow the rule again. */
  readonly all: { readonly fold: Fold; readonly upTo: number } | undefined;
};

/** Choices remembered; beyond it the oldest is forgotten and its block follows the rule again. */
const CHOSEN_LIMIT = 1_000;

/** Output longer than this (characters) is not opened by itself: about a thousand lines, a few ms to lay out. */
const OPEN_LIMIT = 64 * 1024;

export function noFolds(openLast: number): Folds {
  return { openLast, chosen: new Map(), all: undefined };
}

/**
 * How this block stands. `age` is 0 for the newest finished block, 1 for the one before; below 0 for blocks that
 * came while the view was scrolled back, which open whatever their length so that the view need not move.
 * Failed blocks follow the same rule: folded, they still show their last lines, where the error mostly is.
 */
export function foldOf(folds: Folds, block: Block, age: number): Fold {
  const chosen = folds.chosen.get(block.id);
  if (chosen !== undefined) return chosen;
  if (folds.all !== undefined && block.timestamp <= folds.all.upTo) return folds.all.fold;
  if (age < 0) return 'open';
  return age < folds.openLast && block.part.output.length <= OPEN_LIMIT ? 'open' : 'tail';
}

export function choose(folds: Folds, id: string, fold: Fold): Folds {
  const chosen = new Map(folds.chosen);
  chosen.delete(id);
  chosen.set(id, fold);
  for (const oldest of chosen.keys()) {
    if (chosen.size <= CHOSEN_LIMIT) break;
    chosen.delete(oldest);
  }
  return { ...folds, chosen };
}

/** What one key does: everything that is not wholly open opens, what is open closes. */
export function toggled(fold: Fold): Fold {
  return fold === 'open' ? 'closed' : 'open';
}

/** Closes all blocks but the newest of `blocks`. */
export function foldAllButLast(folds: Folds, blocks: readonly Block[]): Folds {
  const upTo = blocks.at(-2)?.timestamp;
  const last = blocks.at(-1);
  const kept = last === undefined ? undefined : folds.chosen.get(last.id);
  const chosen = last === undefined || kept === undefined ? [] : ([[last.id, kept]] as const);
  return {
    ...folds,
    chosen: new Map(chosen),
    all: upTo === undefined ? undefined : { fold: 'closed', upTo },
  };
}

export function unfoldAll(folds: Folds, blocks: readonly Block[]): Folds {
  const upTo = blocks.at(-1)?.timestamp;
  return { ...folds, chosen: new Map(), all: upTo === undefined ? undefined : { fold: 'open', upTo } };
}
