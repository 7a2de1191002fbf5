/** The complete state of the emulator as plain data, for the serialiser. */
import type { Terminal } from '@xterm/headless';
import { joinsClusters } from '../cells/grapheme-width.ts';
import { HAS_EXTENDED } from '../cells/style-bits.ts';
import {
  type Core,
  type CoreAttributes,
  type CoreBuffer,
  type CoreLine,
  coreOf,
} from '../core/emulator-core.ts';
import type { Cell } from '../image/cell-size.ts';
import { imageLink } from '../image/draw-image.ts';
import type { ProgramColorSet } from '../report/program-colors.ts';
import type { ProgramReports } from '../report/program-reports.ts';
import type { Keyboard, KeyboardState } from './emulator-keyboard.ts';
import { CODEPOINT, COMBINED, WIDTH_SHIFT } from './emulator-lines.ts';
import { type ProgramModes, programModes } from './emulator-modes.ts';

/** The attributes as xterm packs them (see style-bits), and the address of the open hyperlink. */
export type Pen = {
  readonly fg: number;
  readonly bg: number;
  readonly ext: number;
  readonly link: string | undefined;
};

/** One cell, unpacked only as far as necessary; `text` is `''` for a cell that was never written to. */
export type RawCell = { readonly text: string; readonly width: number; readonly pen: Pen };

export type BufferState = {
  readonly length: number;
  readonly base: number;
  /** The cursor's column; one past the last column when the next character wraps. */
  readonly x: number;
  readonly y: number;
  readonly top: number;
  readonly bottom: number;
  readonly tabs: readonly number[];
  readonly saved: {
    readonly x: number;
    /** An absolute line of the buffer, not a viewport row. */
    readonly line: number;
    readonly pen: Pen;
    readonly charset: string;
  };
  cells(line: number): RawCell[];
  wrapped(line: number): boolean;
};

export type EmulatorState = {
  readonly cols: number;
  readonly rows: number;
  readonly normal: BufferState;
  readonly alternate: BufferState;
  readonly inAlternate: boolean;
  readonly pen: Pen;
  readonly modes: ProgramModes;
  readonly keyboard: KeyboardState;
  /** Mode 2027. */
  readonly clusters: boolean;
  readonly cursorVisible: boolean;
  readonly cursorShape: 'block' | 'underline' | 'bar' | undefined;
  readonly cursorBlinks: boolean | undefined;
  readonly cursorBlinkMode: boolean;
  /** Designator letters of G0–G3 (`B` is ASCII). */
  readonly charsets: readonly string[];
  /** The G set that is invoked (GL), 0–3. */
  readonly level: number;
  /** The character set in use: a restored cursor may bring another one than `charsets[level]`. */
  readonly charset: string;
  /** Whether the character set in use prints `char` as a different character. */
  translates(char: string): boolean;
  /** Non-zero when the last input was a character that the next one could join. */
  readonly joinState: number;
  readonly title: string;
  /** The stack of saved titles (XTWINOPS 22), oldest first. */
  readonly titles: readonly string[];
  readonly colors: ProgramColorSet | undefined;
  /** Pixels of a cell. */
  readonly cell: Cell;
  readonly unfinished: string;
};

type Known = {
  readonly keyboard: Keyboard;
  readonly reports: ProgramReports;
  readonly cell: Cell;
  readonly unfinished: string;
  address(number: number): string | undefined;
};

export function readState(terminal: Terminal, core: Core, known: Known): EmulatorState {
  const { normal, alt, active } = core.buffers;
  const input = core._inputHandler;
  const charsets = core._charsetService;
  const { decPrivateModes, isCursorHidden } = core.coreService;
  return {
    cols: terminal.cols,
    rows: terminal.rows,
    normal: readBuffer(normal, known),
    alternate: readBuffer(alt, known),
    inAlternate: active === alt,
    pen: readPen(input._curAttrData, known),
    modes: programModes(terminal, core, known.keyboard),
    keyboard: known.keyboard.state,
    clusters: joinsClusters(terminal),
    cursorVisible: !isCursorHidden,
    cursorShape: decPrivateModes.cursorStyle,
    cursorBlinks: decPrivateModes.cursorBlink,
    cursorBlinkMode: terminal.options.cursorBlink === true,
    charsets: [0, 1, 2, 3].map((level) => designator(charsets._charsets[level])),
    level: charsets.glevel,
    charset: designator(charsets.charset),
    translates: (char) => charsets.charset !== undefined && Reflect.has(charsets.charset, char),
    joinState: input._parser.precedingJoinState,
    title: known.reports.title,
    titles: known.reports.titles,
    colors: known.reports.colors.current,
    cell: known.cell,
    unfinished: known.unfinished,
  };
}

function readBuffer(buffer: CoreBuffer, known: Known): BufferState {
  return {
    length: buffer.lines.length,
    base: buffer.ybase,
    x: buffer.x,
    y: buffer.y,
    top: buffer.scrollTop,
    bottom: buffer.scrollBottom,
    tabs: Object.keys(buffer.tabs)
      .map(Number)
      .filter((column) => buffer.tabs[column] === true),
    saved: {
      x: buffer.savedX,
      line: buffer.savedY,
      pen: readPen(buffer.savedCurAttrData, known),
      charset: designator(buffer.savedCharset),
    },
    cells: (line) => readCells(buffer.lines.get(line), known),
    wrapped: (line) => buffer.lines.get(line)?.isWrapped === true,
  };
}

function readPen({ fg, bg, extended }: CoreAttributes, known: Known): Pen {
  return { fg: fg | 0, bg: bg | 0, ext: extended._ext, link: known.address(extended.urlId) };
}

const BLANK_CONTENT = 1 << WIDTH_SHIFT;
const BLANK: RawCell = { text: '', width: 1, pen: { fg: 0, bg: 0, ext: 0, link: undefined } };

function readCells(line: CoreLine | undefined, known: Known): RawCell[] {
  const cells: RawCell[] = [];
  if (line === undefined) return cells;
  let { pen } = BLANK;
  for (let x = 0; x < line.length; x++) {
    const content = line._data[3 * x] ?? 0;
    const fg = (line._data[3 * x + 1] ?? 0) | 0;
    const bg = (line._data[3 * x + 2] ?? 0) | 0;
    if (content === BLANK_CONTENT && fg === 0 && bg === 0) {
      cells.push(BLANK);
      continue;
    }
    if (fg !== pen.fg || bg !== pen.bg || bg & HAS_EXTENDED) pen = readCellPen(line, x, fg, bg, known);
    const torn = content >>> WIDTH_SHIFT === 2 && isTorn(line, x);
    cells.push(
      torn
        ? { text: '', width: 1, pen }
        : { text: textOf(line, x, content), width: content >>> WIDTH_SHIFT, pen },
    );
  }
  return cells;
}

function readCellPen(line: CoreLine, x: number, fg: number, bg: number, known: Known): Pen {
  const extended = bg & HAS_EXTENDED ? line._extendedAttrs[x] : undefined;
  const number = extended?.urlId ?? 0;
  // A cell of an image keeps its place there.
  const ext = imageLink(number) === 0 ? (extended?._ext ?? 0) : 0;
  return { fg, bg, ext, link: known.address(number) };
}

/** Whether the right half of a wide cell was overwritten; see `unevenChar` in emulator-lines. */
function isTorn(line: CoreLine, x: number): boolean {
  const next = line._data[3 * x + 3];
  return next === undefined || next >>> WIDTH_SHIFT !== 0;
}

function textOf(line: CoreLine, x: number, content: number): string {
  if (content & COMBINED) return line._combined[x] ?? '';
  return content & CODEPOINT ? String.fromCodePoint(content & CODEPOINT) : '';
}

/** Letters that designate the character sets xterm knows, without `B` (ASCII), which it stores as undefined. */
const DESIGNATORS = '0A4C5RQKYE6ZH7=';

/** Returns the letter of a set. xterm stores a set as an object without a name, so its translations identify it. */
function designator(charset: object | undefined): string {
  if (charset === undefined) return 'B';
  return KNOWN_SETS.get(JSON.stringify(charset)) ?? 'B';
}

/** Designator letters by the JSON of a set's translations. */
const KNOWN_SETS = new Map<string, string>();

/** Fills `KNOWN_SETS`, once per process, by designating each set in a temporary terminal. */
export function learnCharsets(open: () => Terminal): void {
  if (KNOWN_SETS.size > 0) return;
  const terminal = open();
  const core = coreOf(terminal);
  for (const letter of DESIGNATORS) {
    core._inputHandler.parse(`\x1b(${letter}`);
    const charset = core._charsetService._charsets[0];
    const translations = JSON.stringify(charset);
    if (charset !== undefined && !KNOWN_SETS.has(translations)) KNOWN_SETS.set(translations, letter);
  }
  terminal.dispose();
}
