/** Renders finished output into logical lines as it looked on the screen, with an emulator of its own. */

import { firstScreenSwitch } from '../../../protocol/sequences/screen-switch.ts';
import { linkAddress } from '../../../screen/cells/link-table.ts';
import { type StyleId, styleOf } from '../../../screen/cells/style.ts';
import { styleLink } from '../../../screen/cells/style-table.ts';
import { Emulator } from '../../../screen/emulator/emulator.ts';
import { type Line, logicalLines, wrapLine } from '../../../screen/text/logical-lines.ts';
import {
  colorsBefore,
  countLines,
  isRowLocal,
  PIECE,
  rowLocalPieces,
} from '../../../screen/text/row-local.ts';
import type { LastRows, PlacedRow } from '../block/body-line.ts';

export type TextLine = Pick<Line, 'chars' | 'styles'>;

/** Rows kept of output that cannot be rendered in pieces. Beyond it the oldest are missing, and the block says so. */
const SCROLLBACK = 20_000;

/** Characters of a short output, which most are. A small emulator buffer is reset quickly. */
const SHORT = 1_000;

/**
 * Sizes of the emulators. Row-local output needs hardly any screen. For other output the screen is taller than most
 * windows, so that a program that moves the cursor up finds all its rows.
 */
const EMULATOR_SIZES = {
  short: { rows: 4, scrollback: SHORT },
  long: { rows: 4, scrollback: SCROLLBACK },
  screen: { rows: 100, scrollback: SCROLLBACK },
} as const;

type EmulatorSize = keyof typeof EMULATOR_SIZES;

/** CAN ends a sequence that the last output left open; RIS resets everything else except character widths. */
const RESET = '\x18\x1bc';

export type RenderedOutput = {
  readonly lines: readonly TextLine[];
  /** Whether the oldest rows did not fit into the scrollback. */
  readonly overflow: boolean;
};

export class OutputRenderer {
  readonly #emulators = new Map<EmulatorSize, Emulator>();
  readonly #measures: () => string;

  /** `measures` returns sequences that set an emulator to the character widths of the terminal. */
  constructor(measures: () => string) {
    this.#measures = measures;
  }

  /** Renders an output that was printed at this width, without blank lines at its end. */
  render(output: string, cols: number): RenderedOutput {
    const local = isRowLocal(output);
    if (!local || output.length <= PIECE) {
      const { lines, overflow } = this.#renderAtOnce(output, cols, local);
      return { lines: withoutBlankEnd(lines), overflow };
    }
    const lines: TextLine[] = [];
    let overflow = false;
    for (const { text, isLast } of rowLocalPieces(output)) {
      const piece = this.#renderAtOnce(text, cols, true);
      const count = isLast ? piece.lines.length : piece.lines.length - 1;
      // Pushing tens of thousands of lines as arguments of one call would overflow the stack.
      for (let index = 0; index < count; index++) lines.push(piece.lines[index] ?? NO_LINE);
      overflow ||= piece.overflow;
    }
    return { lines: withoutBlankEnd(lines), overflow };
  }

  close(): void {
    for (const emulator of this.#emulators.values()) emulator.close();
    this.#emulators.clear();
  }

  /**
   * Renders text and returns all lines down to the cursor, or also below it if the output may have moved the cursor
   * up.
   */
  #renderAtOnce(text: string, cols: number, local: boolean): RenderedOutput {
    const emulator = this.#emulator(local ? (text.length <= SHORT ? 'short' : 'long') : 'screen', cols);
    emulator.write(RESET + this.#measures() + startScreenSequence(text) + text);
    if (emulator.alternate) emulator.write(LEAVE_FULL_SCREEN);
    const cursorRow = emulator.base + emulator.cursor.y;
    const end = local ? cursorRow + 1 : lastUsedRow(emulator, cursorRow) + 1;
    return {
      lines: linesTo(emulator, end),
      overflow: emulator.length >= emulator.scrollback + emulator.rows,
    };
  }

  /** Returns the emulator of a size, set to the width. */
  #emulator(size: EmulatorSize, cols: number): Emulator {
    const known = this.#emulators.get(size);
    if (known === undefined) {
      const made = new Emulator({ cols, ...EMULATOR_SIZES[size] });
      this.#emulators.set(size, made);
      return made;
    }
    if (known.cols !== cols) {
      // Reset first, because reflowing the last output would be wasted work.
      known.write(RESET);
      known.resize(cols, known.rows);
    }
    return known;
  }
}

const NO_LINE: TextLine = { chars: [], styles: [] };

/** Returns the lines down to a row. Only lines of several rows are joined, because joining reads their rows again. */
function linesTo(emulator: Emulator, end: number): readonly TextLine[] {
  const lines: TextLine[] = [];
  for (let row = 0, next = emulator.row(0); row < end; ) {
    const first = row;
    const only = next;
    do {
      next = emulator.row(++row);
    } while (row < end && next.wrapped);
    if (row === first + 1) lines.push(trimmed(only));
    else lines.push(...logicalLines(emulator, first, row).map(trimmed));
  }
  return lines;
}

function lastUsedRow(emulator: Emulator, cursorRow: number): number {
  let row = emulator.length - 1;
  while (row > cursorRow && isBlank(trimmed(emulator.row(row)))) row--;
  return row;
}

/** Removes default blanks at the end of a line: most lines are far shorter than the screen. */
function trimmed({ chars, styles }: TextLine): TextLine {
  let end = chars.length;
  while (end > 0 && chars[end - 1] === ' ' && styles[end - 1] === 0) end--;
  return { chars: chars.slice(0, end), styles: styles.slice(0, end) };
}

function withoutBlankEnd(lines: readonly TextLine[]): readonly TextLine[] {
  let end = lines.length;
  while (end > 0 && isBlank(lines[end - 1] ?? NO_LINE)) end--;
  return end === lines.length ? lines : lines.slice(0, end);
}

/** Whether a line shows nothing. Blanks with a background colour or another visible style count as content. */
function isBlank({ chars, styles }: TextLine): boolean {
  return chars.every((char, x) => char === ' ' && !isVisible(styles[x] ?? 0));
}

function isVisible(id: StyleId): boolean {
  if (id === 0) return false;
  // Cells of an image.
  if (styleLink(id) < 0) return true;
  const style = styleOf(id);
  return (
    style.bg.kind !== 'default' ||
    style.inverse ||
    style.underline > 0 ||
    style.strikethrough ||
    style.overline
  );
}

// Finds out whether full-screen programs (alternate screen) printed a part of an output.

/** Whether the output switches to or from the alternate screen. */
export function usedFullScreen(output: string): boolean {
  return firstScreenSwitch(output) !== undefined;
}

/**
 * Returns the sequence to write before the output, so that it starts on the screen it was printed to. If the start
 * of the output was cut off inside a full-screen program, its first switch leaves the alternate screen, and the
 * text before that switch is the program's drawing.
 */
function startScreenSequence(output: string): string {
  return firstScreenSwitch(output)?.on === false ? '\x1b[?1049h' : '';
}

const LEAVE_FULL_SCREEN = '\x1b[?1049l';

// Lays out logical lines for a width: counts the rows and returns any of them without keeping all.

export type WrappedLines = {
  readonly cols: number;
  readonly size: number;
  row(index: number): PlacedRow | undefined;
  rowOfLine(line: number): number;
};

/**
 * Limit on lines whose rows are kept, so that a repeated request returns the same object. Beyond it all are
 * dropped.
 */
const KEPT_LINES = 512;

/** Lays out `lines`; `firstLine` is the index of the first of them in the whole output. */
export function wrapLines(lines: readonly TextLine[], cols: number, firstLine = 0): WrappedLines {
  const starts = rowStarts(lines, cols);
  const size = starts[lines.length] ?? 0;
  const kept = new Map<number, readonly PlacedRow[]>();
  return {
    cols,
    size,
    row: (index) => {
      if (index < 0 || index >= size) return undefined;
      const at = lineOfRow(starts, index);
      let rows = kept.get(at);
      if (rows === undefined) {
        if (kept.size >= KEPT_LINES) kept.clear();
        rows = placedRows(lines[at], cols, firstLine + at);
        kept.set(at, rows);
      }
      return rows[index - (starts[at] ?? 0)];
    },
    rowOfLine: (line) => starts[Math.max(0, Math.min(line - firstLine, lines.length - 1))] ?? 0,
  };
}

/** Index of the first row of each line, and at the end the number of rows. */
function rowStarts(lines: readonly TextLine[], cols: number): Uint32Array {
  const starts = new Uint32Array(lines.length + 1);
  let row = 0;
  lines.forEach((line, index) => {
    row += line.chars.length <= cols ? 1 : wrapLine(line, cols).length;
    starts[index + 1] = row;
  });
  return starts;
}

/** Index of the line that contains a row (binary search). */
function lineOfRow(starts: Uint32Array, row: number): number {
  let low = 0;
  let high = starts.length - 2;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return low;
}

function placedRows(line: TextLine | undefined, cols: number, index: number): readonly PlacedRow[] {
  if (line === undefined) return [];
  let offset = 0;
  return wrapLine(line, cols).map((row) => {
    const fits = line.chars[offset + cols] === '' && cols > 1 ? cols - 1 : cols;
    const placed = { row, line: index, offset, end: offset + fits, cells: line.chars };
    offset = placed.end;
    return placed;
  });
}

// Renders the last lines of an output for a folded preview, if possible without rendering the lines
// before.

export type LastLines = {
  /** Last logical lines, oldest first. */
  readonly lines: readonly TextLine[];
  /** Number of logical lines of the whole output. */
  readonly total: number;
};

/** Output of up to this many characters is rendered whole: finding a place to cut would save nothing. */
const WORTH_CUTTING = 4 * 1024;

/** Returns the last `count` logical lines of an output that was printed at this width. */
export function lastLinesOf(
  output: string,
  count: number,
  cols: number,
  renderer: OutputRenderer,
): LastLines {
  const cuttable = output.length > WORTH_CUTTING && isRowLocal(output);
  // Blank lines at the end are left out, so more lines may be needed than requested.
  for (let wanted = count * 2; cuttable; wanted *= 4) {
    const from = startOfLast(output, wanted);
    if (from === 0) break;
    const { lines } = renderer.render(colorsBefore(output, from) + output.slice(from), cols);
    if (lines.length >= count) {
      return { lines: lines.slice(-count), total: countLines(output, from) + lines.length };
    }
  }
  const { lines } = renderer.render(output, cols);
  return { lines: lines.slice(-count), total: lines.length };
}

/** Lays out lines for a width and returns the last `count` rows. */
export function lastRowsOf({ lines, total }: LastLines, count: number, cols: number): LastRows {
  const layout = wrapLines(lines, cols, total - lines.length);
  const first = Math.max(0, layout.size - count);
  const rows = Array.from({ length: layout.size - first }, (_, index) => layout.row(first + index));
  return { rows: rows.filter((row) => row !== undefined), lines: total };
}

/** Index at which the last `wanted` lines begin; 0 when the output has no more lines. */
function startOfLast(output: string, wanted: number): number {
  let at = output.length;
  for (let line = 0; line <= wanted; line++) {
    if (at <= 0) return 0;
    at = output.lastIndexOf('\r\n', at - 1);
    if (at < 0) return 0;
  }
  return at + 2;
}

// The hyperlinks of an output, which the user can open.

/** A hyperlink of an output: its address and the line on which it begins. */
export type OutputLink = { readonly address: string; readonly line: number };

/** Returns the links in order, each address once, with the line on which it first occurs. */
export function linksOf(lines: readonly TextLine[]): readonly OutputLink[] {
  const found = new Map<number, number>();
  for (const [line, { styles }] of lines.entries())
    for (const style of styles) {
      const link = styleLink(style);
      if (link !== 0 && !found.has(link)) found.set(link, line);
    }
  return [...found].flatMap(([link, line]) => {
    const address = linkAddress(link);
    return address === undefined ? [] : [{ address, line }];
  });
}
