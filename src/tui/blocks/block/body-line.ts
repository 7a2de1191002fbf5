/** The body as data: the input of its layout, and the kinds of lines in the result. */

import type { Block } from '../../../client/blocks/block.ts';
import type { Fold } from '../../../client/blocks/folds.ts';
import type { OutputPieces } from '../../../client/blocks/output-pieces.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { CommandPart } from '../../../protocol/terminal/state.ts';
import type { Row } from '../../../screen/cells/row.ts';
import type { StyleId } from '../../../screen/cells/style.ts';
import type { BlocksView } from './block-view.ts';

/** One row of an output and its position in the output. */
export type PlacedRow = {
  readonly row: Row;
  /** Index of the row's logical line. */
  readonly line: number;
  /** First cell of the row within the line. */
  readonly offset: number;
  /** Cell of the line at which the next row begins. A wide character that does not fit is in the next row. */
  readonly end: number;
  /** Cells of the whole logical line, one text each (`''` for the right half of a wide cell). */
  readonly cells: readonly string[];
};

/** The end of an output, for the preview in a folded block. */
export type LastRows = {
  /** Rows, oldest first. */
  readonly rows: readonly PlacedRow[];
  /** Number of logical lines of the whole output. */
  readonly lines: number;
};

/** Rows of rendered outputs, laid out for a width. Shortened outputs are read piece by piece. */
export type OutputRows = {
  /** The lines of an output that the window has; lines that are shown but missing, and those around `line`, are fetched. */
  pieces(part: CommandPart, line?: number): OutputPieces;
  /** The same for a preview of so many lines: only the end of the output is asked for. */
  end(part: CommandPart, lines: number): OutputPieces;
  /** Number of rows of a piece. */
  size(part: CommandPart, cols: number): number;
  row(part: CommandPart, cols: number, index: number): PlacedRow | undefined;
  /** Index of the row at which a logical line begins. */
  rowOfLine(part: CommandPart, cols: number, line: number): number;
  lastRows(part: CommandPart, count: number, cols: number): LastRows;
  /** Whether a program used the alternate screen during the command. */
  fullScreen(part: CommandPart): boolean;
  /** Note about output that is missing before the first row, if any. */
  missing(part: CommandPart): string | undefined;
};

export type ScreenRows = { readonly top: number; readonly rows: number };

export type LiveArea = {
  /** Number of rows of the live part. */
  readonly rows: number;
  /**
   * The screen as it is, which fills the whole body while the view follows: its height, and the row of the live part at
   * which it begins; negative where finished output is on the screen above the live part.
   */
  readonly screen?: ScreenRows | undefined;
  /** Row of the cursor, kept visible when the screen is taller than the body. */
  readonly cursor?: number | undefined;
  /** Returns a row of the live part, or of the screen above it. */
  row?(index: number): Row;
};

/**
 * A line of a block, whose line 0 is the header, or a row of the live part (`block` is empty). The lines above those rows belong
 * to the block of the command that runs.
 */
export type Place = { readonly block: string; readonly line: number };

/**
 * The line at the top of the body in a frame that followed new output, and what that frame was made with. The live part is named
 * by the command that runs, if one does: when that ends, its block has the same lines.
 */
export type Floor = {
  readonly top: Place;
  readonly view: BlocksView;
  readonly cols: number;
  readonly height: number;
};

export type Body = {
  readonly blocks: readonly Block[];
  readonly live: LiveArea;
  /** The port on which the running command listens. */
  readonly port?: number | undefined;
  /** The ports on which programs listen that commands have started, also in the background. */
  readonly ports?: TerminalMeta['ports'];
  /** Word of a rule above the live part of a terminal that is closed. */
  readonly label?: string | undefined;
  readonly cols: number;
  readonly height: number;
  /** What is shown does not move down while the view follows new output, not even where a list below the prompt is gone. */
  readonly floor?: Floor | undefined;
  readonly output: OutputRows;
  /** Lines shown of a folded output. */
  readonly tailLines?: number;
  /** Key that notes about folded output name; undefined when none is bound. */
  readonly openKey?: string;
  /** Styles of the matches of a search. */
  readonly marks?: { readonly match: StyleId; readonly current: StyleId };
};

export type BodyInput = Body & { readonly view: BlocksView };

export type HeaderLine = {
  readonly kind: 'header';
  readonly block: Block;
  readonly fold: Fold;
  /** The block has nothing to unfold. */
  readonly empty: boolean;
  readonly selected: boolean;
  /** Whether other blocks are compared with it. */
  readonly marked?: true;
  /** Search query, whose matches are marked in the command line. */
  readonly query?: string;
  /** The ports on which the command listens while it runs, or jobs that it has started. */
  readonly ports?: readonly number[];
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
  | {
      readonly kind: 'note';
      readonly block: Block;
      readonly text: string;
      /** Whose note it is, if it is one that somebody else has written; the query, whose matches are marked. */
      readonly by?: string;
      readonly query?: string | undefined;
      /** Whether it stands for the lines that a fold hides. */
      readonly isFold?: true;
      /** The lines of the output, from 0, in whose place the note stands until they are fetched. */
      readonly leftOut?: { readonly first: number; readonly count: number };
    }
  /** A rule with a word. */
  | { readonly kind: 'separator'; readonly label: string }
  /** Row `index` of the live part. */
  | { readonly kind: 'live'; readonly index: number }
  | { readonly kind: 'blank' };

// Shows terminal control characters as text: a command line may hold any.

/** C0 (except tab and newline), DEL, C1. */
const CONTROLS = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;

/** Prepares text for one line of the screen: control characters in caret notation, tabs as one blank. */
export function visible(text: string): string {
  return text.replaceAll('\t', ' ').replace(CONTROLS, caret);
}

function caret(char: string): string {
  const code = char.charCodeAt(0);
  if (code === 0x7f) return '^?';
  return code < 0x20 ? `^${String.fromCharCode(code + 0x40)}` : `\\x${code.toString(16)}`;
}
