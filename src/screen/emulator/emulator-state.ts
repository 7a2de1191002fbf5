/** A plain copy of everything in the emulator that decides how it goes on — what a serialiser has to carry. */
import type { Terminal } from '@xterm/headless';
import { HAS_EXTENDED } from '../cells/style-bits.ts';
import { type Core, type CoreAttributes, type CoreBuffer, type CoreLine, coreOf } from './emulator-core.ts';
import { CODEPOINT, COMBINED, WIDTH_SHIFT } from './emulator-lines.ts';
import { type ProgramModes, programModes } from './emulator-modes.ts';

/** Attributes as xterm packs them (see style-bits), and the address of the open hyperlink. */
export type Pen = {
  readonly fg: number;
  readonly bg: number;
  readonly ext: number;
  readonly link: string | undefined;
};

/** One cell, unpacked only as far as it has to be; `text` is `''` for a cell nothing was ever written to. */
export type RawCell = { readonly text: string; readonly width: number; readonly pen: Pen };

export type BufferState = {
  readonly length: number;
  readonly base: number;
  /** May be one past the last column: the next character wraps. */
  readonly x: number;
  readonly y: number;
  readonly top: number;
  readonly bottom: number;
  readonly tabs: readonly number[];
  readonly saved: {
    readonly x: number;
    /** An absolute line of the buffer, not a row of the viewport. */
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
  readonly cursorVisible: boolean;
  readonly cursorShape: 'block' | 'underline' | 'bar' | undefined;
  readonly cursorBlinks: boolean | undefined;
  readonly cursorBlinkMode: boolean;
  /** Designator letters of G0–G3 (`B` is ASCII), the level in use, and the set really in use. */
  readonly charsets: readonly string[];
  readonly level: number;
  readonly charset: string;
  /** Whether the set in use prints a character as another one. */
  translates(char: string): boolean;
  /** Non-zero when the last thing that happened was a character another one could join. */
  readonly joinState: number;
  readonly title: string;
  readonly unfinished: string;
};

type Known = {
  readonly title: string;
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
    modes: programModes(terminal, core),
    cursorVisible: !isCursorHidden,
    cursorShape: decPrivateModes.cursorStyle,
    cursorBlinks: decPrivateModes.cursorBlink,
    cursorBlinkMode: terminal.options.cursorBlink === true,
    charsets: [0, 1, 2, 3].map((level) => designator(charsets._charsets[level])),
    level: charsets.glevel,
    charset: designator(charsets.charset),
    translates: (char) => charsets.charset !== undefined && Reflect.has(charsets.charset, char),
    joinState: input._parser.precedingJoinState,
    title: known.title,
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
  return { fg, bg, ext: extended?._ext ?? 0, link: known.address(extended?.urlId ?? 0) };
}

/** A wide cell whose right half was overwritten; see the same in emulator-lines. */
function isTorn(line: CoreLine, x: number): boolean {
  const next = line._data[3 * x + 3];
  return next === undefined || next >>> WIDTH_SHIFT !== 0;
}

function textOf(line: CoreLine, x: number, content: number): string {
  if (content & COMBINED) return line._combined[x] ?? '';
  return content & CODEPOINT ? String.fromCodePoint(content & CODEPOINT) : '';
}

/** Letters that designate the character sets xterm knows; `B` is ASCII, which it keeps as nothing at all. */
const DESIGNATORS = '0A4C5RQKYE6ZH7=';

/**
 * xterm keeps a designated set as an object without a name. Two sets never translate alike, so a few characters that
 * differ tell which one it is.
 */
function designator(charset: object | undefined): string {
  if (charset === undefined) return 'B';
  const looks = JSON.stringify(charset);
  return KNOWN_SETS.get(looks) ?? 'B';
}

const KNOWN_SETS = new Map<string, string>();

/** Learns the sets, once in a process, by designating each in a terminal made for it. */
export function learnCharsets(open: () => Terminal): void {
  if (KNOWN_SETS.size > 0) return;
  const terminal = open();
  const core = coreOf(terminal);
  for (const letter of DESIGNATORS) {
    core?._inputHandler.parse(`\x1b(${letter}`);
    const charset = core?._charsetService._charsets[0];
    const looks = JSON.stringify(charset);
    if (charset !== undefined && !KNOWN_SETS.has(looks)) KNOWN_SETS.set(looks, letter);
  }
  terminal.dispose();
}
