/** What a window remembers about a terminal's blocks — where it looks, what is folded, selected and searched. */

import { type Folds, noFolds } from './folds.ts';

/** `block` undefined: the separator (line 0) and the live rows below it. */
export type Anchor =
  /** Follows what is printed. */
  | { readonly kind: 'bottom' }
  /** Stands still, with this line on top of the body. */
  | {
      readonly kind: 'line';
      readonly block: string | undefined;
      readonly line: number;
      /** Time of that block, to find its neighbour should it be gone; of no meaning for the live part. */
      readonly at: number;
      /** Time of the newest block when the view left the bottom: ages are counted from it, so that folds stand still too. */
      readonly newest: number;
    };

export type Search = {
  readonly query: string;
  /** The line a step of the search stands on: a logical line of the output, or −1 for the command line. */
  readonly current: Match | undefined;
};

export type Match = { readonly block: string; readonly line: number };

export type BlocksView = {
  readonly anchor: Anchor;
  readonly folds: Folds;
  /** The block that keys act on, in BROWSE. */
  readonly selected: string | undefined;
  readonly onlyFailed: boolean;
  readonly search: Search | undefined;
  /** Blocks that began before this time (Unix ms) are not shown while the view follows. */
  readonly clearedAt: number | undefined;
};

export const BOTTOM: Anchor = { kind: 'bottom' };

/** How many of the newest blocks stand open when the settings do not say. */
const OPEN_LAST = 5;

export function emptyBlocksView(openLast: number = OPEN_LAST): BlocksView {
  return {
    anchor: BOTTOM,
    folds: noFolds(openLast),
    selected: undefined,
    onlyFailed: false,
    search: undefined,
    clearedAt: undefined,
  };
}

/** The screen was cleared: what finished before that is above the body until somebody scrolls back. */
export function clearedAt(view: BlocksView, now: number): BlocksView {
  return { ...view, anchor: BOTTOM, clearedAt: now };
}

/** New output moves the view. */
export function isFollowing(view: BlocksView): boolean {
  return view.anchor.kind === 'bottom';
}
