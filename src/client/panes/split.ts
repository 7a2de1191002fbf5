/** A split: terminals that are shown side by side, each in a pane of its own. Each keeps its tab. */

import type { Side } from '../../protocol/cotty/pane-side.ts';
import type { Arrangement } from './arrangements.ts';
import { type Border, type Branch, leaves, type Rect } from './pane-tree.ts';

export type Split = {
  readonly name: string | undefined;
  /** Where the panes are. A terminal is in one split at most. */
  readonly tree: Branch;
  /** Whether every pane but the one in front is shown as a single row, whatever the tree says. */
  readonly stack: boolean;
  /** The arrangement chosen last, from which the next one follows; panes may have changed since. */
  readonly arranged: Arrangement | undefined;
  /** Whether the terminal in front fills the whole area of the panes. */
  readonly zoomed: boolean;
  /** Members that are only watched: they follow their output, take no keys and keep their size. */
  readonly peeks: readonly string[];
};

export function newSplit(tree: Branch, extras: Partial<Omit<Split, 'tree'>> = {}): Split {
  return { name: undefined, tree, stack: false, arranged: undefined, zoomed: false, peeks: [], ...extras };
}

/** Returns the URIs of the terminals in the order of their panes. */
export function membersOf({ tree }: Pick<Split, 'tree'>): readonly string[] {
  return leaves(tree);
}

/** Returns the terminal of the next or previous pane; after the last comes the first. */
export function memberBeside(split: Pick<Split, 'tree'>, uri: string, by: 1 | -1): string {
  const members = membersOf(split);
  return members[(members.indexOf(uri) + by + members.length) % members.length] ?? uri;
}

export type Direction = 'left' | 'right' | 'up' | 'down';

export type Joining = { readonly to: string; readonly side: Side };

/** The words of the filter, and the URIs of the terminals that match. */
export type RowFilter = { readonly words: string; readonly fitting: readonly string[] };

/** Borders that the mouse holds, several where they cross; their places are those at the press. */
export type HeldBorder = { readonly borders: readonly Border[] };

/** Most members of a split. Folded ones in a stack are neither parsed nor painted; for others the window limits the number. */
export const MOST_PANES = 64;

/** Returns the split that a terminal belongs to. */
export function splitOf(
  { splits }: { readonly splits: readonly Split[] },
  uri: string | undefined,
): Split | undefined {
  return uri === undefined ? undefined : splits.find((split) => membersOf(split).includes(uri));
}

/** Returns the area below the row that has the titles of the topmost panes. */
export function belowTitles(area: Rect): Rect {
  return { ...area, y: area.y + 1, height: area.height - 1 };
}

/** Least rows of the open pane of a stack: a prompt and a few words. */
const LEAST_OPEN = 3;

/** Whether a stack has room for so many rows. */
export function stackFits(count: number, { height }: Pick<Rect, 'height'>): boolean {
  return height >= count - 1 + LEAST_OPEN;
}
