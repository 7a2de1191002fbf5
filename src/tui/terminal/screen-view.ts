/** The live part of a screen — one emulator, and the line where what came after the last finished command begins. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { ScreenMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { ContentPart, TerminalState } from '../../protocol/terminal/state.ts';
import { type Row, rowText } from '../../screen/cells/row.ts';
import { Emulator, type LineMark } from '../../screen/emulator/emulator.ts';

/** zsh writes `%`, or `#` for root; fish `⏎`, or `¶` and `^J` in poor locales. */
const NO_LINE_BREAK = /^([%#⏎¶]|\^J)? *$/;

/** What AHP assumes when a state names no size. */
const DEFAULT_COLS = 80;
const DEFAULT_ROWS = 24;

/** The mark of a line that was wiped. */
const GONE: LineMark = { line: -1, scrolledOut: false, dispose: () => {} };

/** What happens to a screen besides text. */
export type LiveEvent =
  | { readonly kind: 'resized'; readonly cols: number; readonly rows: number }
  | { readonly kind: 'cleared' }
  | { readonly kind: 'finished' }
  /** Nothing: keeps apart what came before and after. */
  | { readonly kind: 'widened' };

/**
 * Its rows are shown below the separator, everything above them stands in blocks. It is a view over the true screen,
 * never a second one, so absolute cursor addressing means the same here as on the host.
 */
export class LiveFace {
  readonly emulator: Emulator;
  #mark: LineMark | undefined;
  /** Cells of the marked line that the finished command has written: it did not end with a line break. */
  #leftover = 0;
  #lastUsed = { version: -1, line: 0 };

  constructor(emulator: Emulator) {
    this.emulator = emulator;
  }

  take(step: string | LiveEvent): void {
    const { emulator } = this;
    if (typeof step === 'string') emulator.write(step);
    else if (step.kind === 'resized') emulator.resize(step.cols, step.rows);
    else if (step.kind === 'finished') this.#markHere();
    // As the host does to its own screen; a full-screen program keeps what it drew.
    else if (step.kind === 'cleared') emulator.write(emulator.alternate ? '\x1b[3J' : '\x1b[H\x1b[2J\x1b[3J');
  }

  /** Begins where another face does that shows the same last lines. */
  beginAs(other: LiveFace): void {
    const mark = other.#mark;
    this.#leftover = other.#leftover;
    const hidden = other.emulator.length - this.emulator.length;
    if (mark === undefined || mark.scrolledOut || (mark.line >= 0 && mark.line < hidden)) return;
    this.#mark = mark.line < 0 ? GONE : this.emulator.mark(mark.line - hidden);
  }

  /** The live part begins so many lines above the last one. */
  beginAt(liveFromEnd: number): void {
    if (this.emulator.alternate) return;
    this.#mark = this.emulator.mark(this.emulator.length - 1 - liveFromEnd);
  }

  /** A full-screen program is up: it owns the whole body, blocks step aside. */
  get fullScreen(): boolean {
    return this.emulator.alternate;
  }

  /** First line of the live part, as an absolute line of the emulator's buffer. */
  get start(): number {
    const { emulator } = this;
    if (emulator.alternate) return emulator.base;
    if (this.#mark === undefined || this.#mark.scrolledOut) return 0;
    const mark = this.#mark.line;
    // The mark is gone (reset, wiped) or the program moved above it (clear, home): the screen itself is live.
    const cursorLine = emulator.base + emulator.cursor.y;
    if (mark < 0 || mark > cursorLine) return emulator.base;
    return mark < cursorLine && this.#leftover > 0 && this.#isLeftover(mark) ? mark + 1 : mark;
  }

  /** How many rows are live: down to the cursor, or to the last row with something on it. At least 1. */
  get rows(): number {
    if (this.emulator.alternate) return this.emulator.rows;
    return Math.max(1, this.#lastUsedLine() - this.start + 1);
  }

  /** Row `index` of the live part. */
  row(index: number): Row {
    return this.emulator.row(this.start + index);
  }

  /** The cursor, with `y` as a row of the live part. */
  get cursor(): { readonly x: number; readonly y: number; readonly visible: boolean } {
    const { cursor, base } = this.emulator;
    return { x: cursor.x, y: base + cursor.y - this.start, visible: cursor.visible };
  }

  close(): void {
    this.#mark?.dispose();
    this.emulator.close();
  }

  #markHere(): void {
    this.#mark?.dispose();
    this.#mark = this.emulator.mark();
    this.#leftover = this.emulator.alternate ? 0 : this.emulator.cursor.x;
  }

  /** Nothing but the end of the last output, and the sign by which zsh and fish say that it had no line break. */
  #isLeftover(line: number): boolean {
    return NO_LINE_BREAK.test(rowText(this.emulator.row(line)).slice(this.#leftover));
  }

  #lastUsedLine(): number {
    const { emulator } = this;
    if (this.#lastUsed.version !== emulator.version) {
      const cursorLine = emulator.base + emulator.cursor.y;
      let line = emulator.base + emulator.rows - 1;
      while (line > cursorLine && isBlank(emulator.row(line))) line--;
      this.#lastUsed = { version: emulator.version, line };
    }
    return this.#lastUsed.line;
  }
}

/** The screen of a terminal as its host tells it. */
export function faceOf(state: TerminalState, scrollback: number): LiveFace {
  const size = { cols: state.cols ?? DEFAULT_COLS, rows: state.rows ?? DEFAULT_ROWS };
  const face = new LiveFace(new Emulator({ ...size, scrollback }));
  const { screen, liveFromEnd } = cottyMeta<ScreenMeta>(state._meta);
  if (screen === undefined) {
    replay(face, state.content);
  } else {
    face.take(screen);
    face.beginAt(liveFromEnd ?? face.emulator.rows - 1);
  }
  return face;
}

/** A host that sends no screen: the content is the stream, from wherever it was trimmed. */
function replay(face: LiveFace, content: readonly ContentPart[]): void {
  for (const part of content) {
    face.take(part.type === 'command' ? part.output : part.value);
    if (part.type === 'command' && part.isComplete) face.take({ kind: 'finished' });
  }
}

/** Rows are given again while they stay as they are, and most of a screen stays blank for long. */
const blankness = new WeakMap<Row, boolean>();

function isBlank(row: Row): boolean {
  const known = blankness.get(row);
  if (known !== undefined) return known;
  const blank = row.chars.every((char, x) => char === ' ' && row.styles[x] === 0);
  blankness.set(row, blank);
  return blank;
}
