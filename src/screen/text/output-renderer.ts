/** Renders finished output into logical lines as it looked on the screen, with an emulator of its own. */

import { firstScreenSwitch } from '../../protocol/sequences/screen-switch.ts';
import { type StyleId, styleOf } from '../cells/style.ts';
import { styleLink } from '../cells/style-table.ts';
import { Emulator } from '../emulator/emulator.ts';
import { type Line, logicalLines } from './logical-lines.ts';
import { isRowLocal, PIECE, rowLocalPieces } from './row-local.ts';

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
