/** The body as data — what it is planned from, and the kinds of line it is planned into. */

import type { CommandPart } from '../../../protocol/terminal/state.ts';
import type { Row } from '../../../screen/cells/row.ts';
import type { Block } from './block.ts';
import type { BlocksView } from './block-view.ts';
import type { Fold } from './folds.ts';

/** One row of an output, and where in the output it stands. */
export type PlacedRow = {
  readonly row: Row;
  /** Index of the logical line it belongs to. */
  readonly line: number;
  /** First cell of the row within that line. */
  readonly offset: number;
  /** The cell of that line at which the next row begins: a wide character that did not fit is not in this one. */
  readonly end: number;
  /** The cells of the whole logical line, one text each (`''` = right half of a wide one). */
  readonly cells: readonly string[];
};

export type Tail = {
  /** The last rows, oldest first. */
  readonly rows: readonly PlacedRow[];
  /** Logical lines of the whole output. */
  readonly lines: number;
  /** Nothing stands before the first of these rows. */
  readonly whole: boolean;
};

/** Rendered outputs, laid out for a width. */
export type OutputRows = {
  /** How many rows the whole output takes. */
  size(part: CommandPart, cols: number): number;
  row(part: CommandPart, cols: number, index: number): PlacedRow | undefined;
  /** Row on which a logical line begins. */
  rowOfLine(part: CommandPart, cols: number, line: number): number;
  tail(part: CommandPart, count: number, cols: number): Tail;
  /** A program took the whole screen while it ran. */
  fullScreen(part: CommandPart): boolean;
  /** What is missing before the first row, in words. */
  missing(part: CommandPart): string | undefined;
};

export type LiveArea = {
  /** Rows of the live part. */
  readonly rows: number;
  /** A full-screen program is up: while the view follows, it has the body to itself. */
  readonly fullScreen: boolean;
  /** Row of the cursor, kept in sight when the screen is taller than the body. */
  readonly cursor?: number;
};

export type Body = {
  readonly blocks: readonly Block[];
  readonly live: LiveArea;
  readonly cols: number;
  readonly height: number;
  readonly output: OutputRows;
  /** The key named in notes about folded output. */
  readonly openKey?: string;
};

export type BodyInput = Body & { readonly view: BlocksView };

export type HeaderLine = {
  readonly kind: 'header';
  readonly block: Block;
  readonly fold: Fold;
  /** There is nothing to unfold. */
  readonly empty: boolean;
  readonly selected: boolean;
  /** Searched for: to be marked in the command line. */
  readonly query?: string;
};

export type BodyLine =
  | HeaderLine
  /** A further line of a multi-line command. */
  | { readonly kind: 'command'; readonly block: Block; readonly text: string; readonly index: number }
  | {
      readonly kind: 'output';
      readonly block: Block;
      readonly row: Row;
      readonly index: number;
      readonly line: number;
    }
  | { readonly kind: 'note'; readonly block: Block; readonly text: string }
  | { readonly kind: 'footer'; readonly block: Block }
  | { readonly kind: 'separator'; readonly label: string }
  /** Row `index` of the live part. */
  | { readonly kind: 'live'; readonly index: number }
  | { readonly kind: 'blank' };
