/** View state of a terminal's blocks in a window: scroll position, folds, selection and search. */

import type { BlockFilter } from '../../../client/blocks/block-filter.ts';
import { type Folds, noFolds } from '../../../client/blocks/folds.ts';
import type { OutputMatch } from '../../../protocol/cotty/command-output.ts';

/** Scroll position of the body. */
export type Anchor =
  /** Follows new output. */
  | { readonly kind: 'bottom' }
  /** Stays with this line at the top of the body. */
  | {
      readonly kind: 'line';
      /** Id of the block; undefined for the live part. */
      readonly block: string | undefined;
      readonly line: number;
      /** The same line by its number in the whole output, from 0, and its row in it: lines above it may still come. */
      readonly output?: { readonly line: number; readonly row: number };
      /** Time of the block, to find its neighbour if the block is gone. Not used for the live part. */
      readonly at: number;
      /** Time of the newest block when the view left the bottom. Ages count from it, so that folds do not change. */
      readonly newest: number;
    };

export type Search = {
  readonly query: string;
  /** Current match. Its line is a logical line of the output, or −1 for the command line. */
  readonly current: Match | undefined;
  /** Where the view was put to show it; once the view is elsewhere, somebody has scrolled on. */
  readonly anchor?: Anchor;
  /** Matches that the host has found in all outputs; undefined before its first answer. */
  readonly found?: Found;
  /** Number of the current match, from 1, and of all matches. */
  readonly place?: { readonly at: number; readonly of: number };
};

/** Matches in outputs, by the numbers of command and line. */
export type Found = {
  readonly matches: readonly OutputMatch[];
  /** The host has searched the commands from this number on; of older ones counts what the window has of them. */
  readonly from: number;
  /** Whether the search has come to its end, and whether it stopped at its limit. */
  readonly ended: boolean;
  readonly more: boolean;
};

export type Match = { readonly block: string; readonly line: number };

export type BlocksView = {
  readonly anchor: Anchor;
  readonly folds: Folds;
  /** Id of the block that keys act on in BROWSE. */
  readonly selected: string | undefined;
  /** Id of the block that others are compared with. */
  readonly marked: string | undefined;
  /** Filter of the blocks; all are shown without it. */
  readonly filter: BlockFilter | undefined;
  readonly search: Search | undefined;
  /** Time (Unix ms) of the last screen clear. Earlier blocks are not shown while the view follows. */
  readonly clearedAt: number | undefined;
};

export const BOTTOM: Anchor = { kind: 'bottom' };

export function emptyBlocksView(openLast = 0): BlocksView {
  return {
    anchor: BOTTOM,
    folds: noFolds(openLast),
    selected: undefined,
    marked: undefined,
    filter: undefined,
    search: undefined,
    clearedAt: undefined,
  };
}

/** Clears the screen: finished blocks are above the body until the user scrolls back. */
export function clearedAt(view: BlocksView, now: number): BlocksView {
  return { ...view, anchor: BOTTOM, clearedAt: now };
}

/** Whether new output scrolls the view. */
export function isFollowing(view: BlocksView): boolean {
  return view.anchor.kind === 'bottom';
}
