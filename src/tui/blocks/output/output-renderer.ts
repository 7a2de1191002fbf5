/** Renders finished output on an emulator of its own, as it looked on the screen, into logical lines. */

import { type StyleId, styleOf } from '../../../screen/cells/style.ts';
import { Emulator } from '../../../screen/emulator/emulator.ts';
import { type Line, logicalLines } from '../../../screen/text/logical-lines.ts';
import { LEAVE_FULL_SCREEN, screenBefore } from './full-screen.ts';
import { colorsBefore, isRowLocal, lineStartAfter, lineStartBefore } from './row-local.ts';

export type TextLine = Pick<Line, 'chars' | 'styles'>;

/** Rows kept of output that cannot be rendered in pieces; beyond it the oldest are missing and the block says so. */
const SCROLLBACK = 20_000;

/** Characters rendered at a time where pieces are possible: even of two-cell rows all fit in the scrollback. */
const PIECE = 32 * 1024;

/** Most outputs are this short (characters), and a small buffer is emptied quickly. */
const SHORT = 1_000;

/**
 * Row-local output needs no screen at all. For all other it is taller than most windows, so that a program that
 * moves the cursor up finds all its rows.
 */
const KINDS = {
  short: { rows: 4, scrollback: SHORT },
  long: { rows: 4, scrollback: SCROLLBACK },
  screen: { rows: 100, scrollback: SCROLLBACK },
} as const;

type Kind = keyof typeof KINDS;

/** CAN ends whatever sequence the last output left open, RIS forgets the rest. */
const RESET = '\x18\x1bc';

export type Rendered = {
  readonly lines: readonly TextLine[];
  /** The oldest rows did not fit. */
  readonly overflow: boolean;
};

export class Scratch {
  readonly #emulators = new Map<Kind, Emulator>();

  /** The whole output as printed at this width, blank lines at its end left out. */
  render(output: string, cols: number): Rendered {
    const local = isRowLocal(output);
    if (!local || output.length <= PIECE) {
      const { lines, overflow } = this.#whole(output, cols, local);
      return { lines: withoutBlankEnd(lines), overflow };
    }
    const lines: TextLine[] = [];
    let overflow = false;
    for (let from = 0; from < output.length; ) {
      const to = pieceEnd(output, from);
      const piece = this.#whole(colorsBefore(output, from) + output.slice(from, to), cols, true);
      // A piece ends at a line start: the row begun there is the next piece's.
      const count = to < output.length ? piece.lines.length - 1 : piece.lines.length;
      // One by one: spreading tens of thousands of arguments would overflow the stack.
      for (let index = 0; index < count; index++) lines.push(piece.lines[index] ?? NO_LINE);
      overflow ||= piece.overflow;
      from = to;
    }
    return { lines: withoutBlankEnd(lines), overflow };
  }

  close(): void {
    for (const emulator of this.#emulators.values()) emulator.close();
    this.#emulators.clear();
  }

  /** All lines down to the cursor, or below it when the output could have moved the cursor up. */
  #whole(text: string, cols: number, local: boolean): Rendered {
    const emulator = this.#ready(local ? (text.length <= SHORT ? 'short' : 'long') : 'screen', cols);
    emulator.write(RESET + screenBefore(text) + text);
    if (emulator.alternate) emulator.write(LEAVE_FULL_SCREEN);
    const cursorRow = emulator.base + emulator.cursor.y;
    const end = local ? cursorRow + 1 : lastUsedRow(emulator, cursorRow) + 1;
    return {
      lines: linesTo(emulator, end),
      overflow: emulator.length >= emulator.scrollback + emulator.rows,
    };
  }

  #ready(kind: Kind, cols: number): Emulator {
    const known = this.#emulators.get(kind);
    if (known === undefined) {
      const made = new Emulator({ cols, ...KINDS[kind] });
      this.#emulators.set(kind, made);
      return made;
    }
    if (known.cols !== cols) {
      // Emptied first: reflowing what the last output left would be work for nothing.
      known.write(RESET);
      known.resize(cols, known.rows);
    }
    return known;
  }
}

const NO_LINE: TextLine = { chars: [], styles: [] };

function pieceEnd(output: string, from: number): number {
  if (output.length - from <= PIECE) return output.length;
  return lineStartBefore(output, from, from + PIECE) ?? lineStartAfter(output, from + PIECE);
}

/** The lines down to a row. Most have one row: only the others need joining, which reads their rows again. */
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

/** Without the default blanks at its end: most lines are far shorter than the screen. */
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

/** Nothing to see: blanks of a colour count as something. */
function isBlank({ chars, styles }: TextLine): boolean {
  return chars.every((char, x) => char === ' ' && !isVisible(styles[x] ?? 0));
}

function isVisible(id: StyleId): boolean {
  if (id === 0) return false;
  const style = styleOf(id);
  return (
    style.bg.kind !== 'default' ||
    style.inverse ||
    style.underline > 0 ||
    style.strikethrough ||
    style.overline
  );
}
