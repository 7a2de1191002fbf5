/** A split: terminals that stand side by side in the window, each in a pane of its own. It changes nothing about their tabs. */

/**
 * How the panes are arranged. `main` has the first pane at the left and the others at its right, one below the other; in a
 * `stack` every pane but the one in front is a single row.
 */
export const ARRANGEMENTS = ['beside', 'below', 'main', 'grid', 'stack'] as const;

export type Arrangement = (typeof ARRANGEMENTS)[number];

export type Split = {
  readonly name: string | undefined;
  /** URIs of the terminals, in the order of their panes; a terminal is in one split at most. */
  readonly members: readonly string[];
  readonly arrangement: Arrangement;
  /** Shares of the columns and rows of the arrangement; what is missing counts as 1. */
  readonly columns: readonly number[];
  readonly rows: readonly number[];
  /** Whether the terminal in front has the whole window for itself. */
  readonly zoomed: boolean;
  /** Members that are only watched: they follow their output, take no keys and keep their size. */
  readonly peeks: readonly string[];
};

/** Shares by which all panes have the same size. */
export const EVEN = { columns: [], rows: [] } as const;

export function newSplit(members: readonly string[], arrangement: Arrangement, name?: string): Split {
  return { name, members, arrangement, ...EVEN, zoomed: false, peeks: [] };
}

/** The side of the terminal in front at which a new pane is put. */
export type Side = 'right' | 'below';

export type Direction = 'left' | 'right' | 'up' | 'down';

/** The border between two panes, by their URIs: it divides columns, or rows. */
export type Border = { readonly axis: 'columns' | 'rows'; readonly before: string; readonly after: string };

export type Joining = { readonly to: string; readonly side: Side };

/** Words that a terminal must have, and the URIs of those that do. */
export type RowFilter = { readonly words: string; readonly fitting: readonly string[] };

export type HeldBorder = { readonly border: Border; readonly x: number; readonly y: number };

/** Most members of a split. Those folded in a stack are neither parsed nor painted; for others there is room or not. */
export const MOST_PANES = 64;

export function isArrangement(word: unknown): word is Arrangement {
  return ARRANGEMENTS.some((each) => each === word);
}
