/** Decides which blocks are folded: by the user's choice for a block or for all, or by age where the setting says so. */

import { omittedOf } from '../../protocol/terminal/shorten.ts';
import type { Block } from './block.ts';

/** `closed`: header only. `tail`: header, the last lines and the number of lines. `open`: the whole output. */
export type Fold = 'closed' | 'tail' | 'open';

export type Folds = {
  /** Number of newest blocks that are open; 0 where none is folded by its age. */
  readonly openLast: number;
  /** Choices for single blocks, by id. */
  readonly chosen: ReadonlyMap<string, Fold>;
  /** Choice for all blocks up to a time. Later blocks follow the rule. */
  readonly all: { readonly fold: Fold; readonly upTo: number } | undefined;
};

/** Limit on choices for single blocks. Beyond it the oldest is dropped, and its block follows the rule again. */
const CHOSEN_LIMIT = 1_000;

/** Longest output in characters that opens by itself: about a thousand lines, a few ms to lay out. */
const OPEN_LIMIT = 64 * 1024;

export function noFolds(openLast: number): Folds {
  return { openLast, chosen: new Map(), all: undefined };
}

/**
 * Returns the fold of a block. `age` is 0 for the newest finished block and 1 for the one before. It is below 0 for
 * blocks that came while the view was scrolled back: they open whatever their length, so that the view does not move.
 * Failed blocks follow the same rule: folded, they still show their last lines, where the error usually is.
 */
export function foldOf(folds: Folds, block: Block, age: number): Fold {
  const chosen = folds.chosen.get(block.id);
  if (chosen !== undefined) return chosen;
  if (folds.all !== undefined && block.timestamp <= folds.all.upTo) return folds.all.fold;
  // It has no command, and at most some hundred lines.
  if (folds.openLast === 0 || age < 0 || block.status.kind === 'between') return 'open';
  // People scroll back to the newest output.
  if (age === 0) return 'open';
  return age < folds.openLast && lengthOf(block) <= OPEN_LIMIT ? 'open' : 'tail';
}

/** Returns the length of all that a command printed, whether it was fetched or not. */
function lengthOf({ part }: Block): number {
  return part.output.length + (omittedOf(part)?.chars ?? 0);
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

/** Returns the fold after the toggle key: a closed block or a preview opens, an open block closes. */
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
