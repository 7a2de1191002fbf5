/**
 * Where the live part of a terminal begins on its screen: behind the output of the last finished command, which the page shows
 * as a block above. The whole screen is parsed all the same, so that a program that moves the cursor finds everything in place.
 */

import type { IMarker, Terminal } from '@xterm/xterm';
import type { LiveStart } from '../../protocol/cotty/cotty-meta.ts';

export type LivePart = {
  /** Row of the viewport at which it begins. */
  readonly top: number;
  /** Rows of the viewport that belong to it, down to the cursor or the last row that is not blank; at least 1. */
  readonly rows: number;
  /** Rows at its end that are the line of the cursor; 0 if something stands below that. */
  readonly cursorRows: number;
  /** Whether a program has the alternate screen. */
  readonly fullScreen: boolean;
};

/** Signs for a missing line break: zsh writes `%`, or `#` for root; fish `⏎`, or `¶` and `^J` in poor locales. */
const NO_LINE_BREAK = ['%', '#', '⏎', '¶', '^J', ''];

export class LiveMark {
  readonly #terminal: Terminal;
  #marker: IMarker | undefined;
  /** Cells of the marked line that the finished command wrote, when its output did not end with a line break. */
  #leftover = 0;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Begins the live part at the cursor. */
  begin(): void {
    this.#set(0);
    const { type, cursorX } = this.#terminal.buffer.active;
    this.#leftover = type === 'alternate' ? 0 : cursorX;
  }

  /** Begins it where that of the host begins. */
  beginAt({ liveFromEnd, leftover = 0, wiped }: LiveStart): void {
    const { normal } = this.#terminal.buffer;
    this.#leftover = leftover;
    if (liveFromEnd === undefined && wiped !== true) this.#forget();
    else this.#set(normal.length - 1 - (liveFromEnd ?? 0) - normal.baseY - normal.cursorY);
    if (wiped === true) this.#marker?.dispose();
  }

  /** First line of the live part in the buffer. */
  get line(): number {
    const { active, normal } = this.#terminal.buffer;
    if (active.type === 'alternate') return active.baseY;
    if (this.#marker === undefined) return 0;
    const mark = this.#marker.isDisposed ? -1 : this.#marker.line;
    const cursorLine = normal.baseY + normal.cursorY;
    // The mark was wiped by a reset, or the program moved above it (clear, home): the whole screen is live.
    if (mark < 0 || mark > cursorLine) return normal.baseY;
    return mark < cursorLine && this.#leftover > 0 && this.#isLeftover(mark) ? mark + 1 : mark;
  }

  get part(): LivePart {
    const { active } = this.#terminal.buffer;
    const { rows } = this.#terminal;
    if (active.type === 'alternate') return { top: 0, rows, cursorRows: 0, fullScreen: true };
    const top = Math.min(rows - 1, Math.max(0, this.line - active.viewportY));
    const last = active.viewportY < active.baseY ? rows - 1 : this.#lastUsedRow();
    const used = Math.max(1, last - top + 1);
    const cursorRows = last === active.cursorY ? Math.min(used, this.#cursorRows()) : 0;
    return { top, rows: used, cursorRows, fullScreen: false };
  }

  #set(fromCursor: number): void {
    this.#marker?.dispose();
    this.#marker = this.#terminal.registerMarker(fromCursor);
  }

  #forget(): void {
    this.#marker?.dispose();
    this.#marker = undefined;
  }

  #isLeftover(line: number): boolean {
    const text = this.#terminal.buffer.normal.getLine(line)?.translateToString(true, this.#leftover) ?? '';
    return NO_LINE_BREAK.includes(text.trim());
  }

  /** Rows of the line of the cursor, down to the cursor. */
  #cursorRows(): number {
    const { active } = this.#terminal.buffer;
    let rows = 1;
    while (active.getLine(active.baseY + active.cursorY - rows + 1)?.isWrapped === true) rows += 1;
    return rows;
  }

  #lastUsedRow(): number {
    const { active } = this.#terminal.buffer;
    let row = this.#terminal.rows - 1;
    while (row > active.cursorY && active.getLine(active.baseY + row)?.translateToString(true) === '')
      row -= 1;
    return row;
  }
}
