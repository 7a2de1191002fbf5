/** The view state: terminals and the last frame as `update` and the views see them. The model holds no copy of it. */

import type { Block } from '../../client/blocks/block.ts';
import type { Rect } from '../../client/panes/pane-tree.ts';
import type { Where } from '../../protocol/terminal/command-meta.ts';
import type { CommandPart } from '../../protocol/terminal/state.ts';
import type { ProgramModes } from '../../screen/emulator/emulator.ts';
import type { Cell } from '../../screen/image/cell-size.ts';
import type { ProgramColorSet } from '../../screen/report/program-colors.ts';
import type { Body, BodyLine } from '../blocks/block/body-line.ts';
import type { Overview } from '../blocks/list/overview.ts';
import type { OutputText } from '../blocks/list/search.ts';
import type { OutputLink } from '../blocks/output/output-renderer.ts';
import type { Point } from '../blocks/select/selection.ts';
import type { StripItem } from './tab-label.ts';

/** The state of one terminal right now. */
export type SeenTerminal = {
  /** The running shell command, if shell integration reports one. */
  readonly running: { readonly commandLine: string; readonly since: number } | undefined;
  readonly fullScreen: boolean;
  readonly modes: ProgramModes;
  /** Colours that programs have set; undefined while there are none. */
  readonly colors: ProgramColorSet | undefined;
  readonly echoOff: boolean;
  /** False while a program other than the shell reads each key itself. */
  readonly lineEditing: boolean;
  /** Name of the foreground program, if the host reports it. */
  readonly foreground: string | undefined;
  /** The inner shell that reads commands, if one runs inside the terminal's own shell. */
  readonly within?: Where | undefined;
  readonly blocks: readonly Block[];
  /** Size of the program's screen, and pixels of a cell. */
  readonly screen: { readonly cols: number; readonly rows: number; readonly cell: Cell };
  /** Row of the program's screen at which the live part begins; negative when it begins in the scrollback. */
  readonly liveTop: number;
  readonly cwd: string | undefined;
  /** Returns the text before the cursor in its row, and whether nothing follows the cursor. */
  readonly cursorRow: () => CursorRow;
};

export type CursorRow = { readonly before: string; readonly atEnd: boolean };

/** A body with the plain text and the hyperlinks of its outputs, for search, copy and opening. */
export type SeenBody = Body & {
  readonly text: OutputText & { links(part: CommandPart): readonly OutputLink[] };
};

export type ViewState = {
  /** The time, in Unix milliseconds. */
  readonly now: number;
  /** The terminal whose program has got the last key from here, and when (Unix ms). */
  readonly typed: { readonly uri: string; readonly at: number } | undefined;
  readonly terminal: (uri: string) => SeenTerminal | undefined;
  /** Returns the input of the layout of a tab's body, with which scrolling measures it. */
  readonly body: (uri: string) => SeenBody | undefined;
  /** Returns the line of a terminal's body that was last painted on a line of the window, for the mouse. */
  readonly lineAt: (uri: string, y: number) => BodyLine | undefined;
  /** Returns how many columns of the program's screen were hidden at the left in the last frame. */
  readonly hiddenLeft: (uri: string) => number;
  /** Returns the width in cells of RUN's line if it was last painted behind the shell's prompt. */
  readonly inputColumns: (uri: string) => number | undefined;
  /** Returns the place in the text that was last painted in a cell of the window, for selections. */
  readonly pointAt: (uri: string, x: number, y: number) => Point | undefined;
  /** Returns what the scrollbar of a terminal showed in the last frame; undefined if it has none. */
  readonly overview: (uri: string) => Overview | undefined;
  /** Returns the part of the window in which the body of a terminal was last painted. */
  readonly bodyRect: (uri: string) => Rect;
  /** Returns the part of the tab bar that was last painted at a column. */
  readonly tabAt: (x: number) => StripItem | undefined;
  /** Returns the terminal whose title is at a cell of the window: on the border of its pane, or in the strip of names. */
  readonly titleAt: (x: number, y: number) => string | undefined;
};
