/** The live screen — one emulator fed with everything a terminal prints, and the line where its live part begins. */

import { cottyMeta, type ScreenMeta } from '../../protocol/cotty-meta.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { ContentPart, TerminalState } from '../../protocol/terminal/state.ts';
import { Emulator, type LineMark } from '../../screen/emulator.ts';
import { type Row, rowText } from '../../screen/row.ts';

/** zsh writes `%`, or `#` for root; fish `⏎`, or `¶` and `^J` in poor locales. */
const NO_LINE_BREAK = /^([%#⏎¶]|\^J)? *$/;

/** What AHP assumes when a state names no size. */
const DEFAULT_COLS = 80;
const DEFAULT_ROWS = 24;

/**
 * The live part is what came after the last finished command: its rows are shown below the separator, everything
 * above them stands in blocks. It is a view over the true screen, never a second one, so absolute cursor addressing
 * means the same here as on the host.
 */
export class LiveScreen {
  readonly emulator: Emulator;
  #mark: LineMark | undefined;
  /** Cells of the marked line that the finished command has written: it did not end with a line break. */
  #leftover = 0;
  #lastUsed = { version: -1, line: 0 };

  constructor(state: TerminalState, scrollback: number) {
    this.emulator = new Emulator({
      cols: state.cols ?? DEFAULT_COLS,
      rows: state.rows ?? DEFAULT_ROWS,
      scrollback,
    });
    const { screen, liveFromEnd } = cottyMeta<ScreenMeta>(state._meta);
    if (screen === undefined) this.#replay(state.content);
    else this.#restore(screen, liveFromEnd ?? this.emulator.rows - 1);
  }

  /** Applies one accepted action of this terminal, in stream order. */
  apply(action: Action | UnknownAction): void {
    switch (action.type) {
      case 'terminal/data':
        this.emulator.write(action.data);
        break;
      case 'terminal/resized':
        this.emulator.resize(action.cols, action.rows);
        break;
      case 'terminal/cleared':
        // As the host does to its own screen; a full-screen program keeps what it drew.
        this.emulator.write(this.emulator.alternate ? '\x1b[3J' : '\x1b[H\x1b[2J\x1b[3J');
        break;
      case 'terminal/commandFinished':
        this.#markHere();
        break;
      default:
    }
  }

  /** A full-screen program is up: it owns the whole body, blocks step aside. */
  get fullScreen(): boolean {
    return this.emulator.alternate;
  }

  /** First line of the live part, as an absolute line of the emulator's buffer. */
  get start(): number {
    const { emulator } = this;
    if (emulator.alternate) return emulator.base;
    const mark = this.#mark?.line ?? 0;
    // The mark is gone (reset, scrolled out) or the program moved above it (clear, home): the screen itself is live.
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

  #restore(screen: string, liveFromEnd: number): void {
    this.emulator.write(screen);
    if (this.emulator.alternate) return;
    this.#mark = this.emulator.mark(this.emulator.length - 1 - liveFromEnd);
  }

  /** A host that sends no screen: the content is the stream, from wherever it was trimmed. */
  #replay(content: readonly ContentPart[]): void {
    for (const part of content) {
      this.emulator.write(part.type === 'command' ? part.output : part.value);
      if (part.type === 'command' && part.isComplete) this.#markHere();
    }
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

function isBlank(row: Row): boolean {
  return row.chars.every((char, x) => char === ' ' && row.styles[x] === 0);
}
