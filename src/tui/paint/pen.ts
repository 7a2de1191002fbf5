/** The pen collects the bytes of a frame and tracks the terminal's cursor position and style. */

import { type StyleId, sgr } from '../../screen/cells/style.ts';
import { cursorMove } from './cursor-move.ts';

export class Pen {
  /** Bytes of the current frame so far. */
  #bytes = '';
  #x: number | undefined;
  #y: number | undefined;
  #style: StyleId | undefined;

  /** Returns the bytes collected since the last call. */
  take(): string {
    const bytes = this.#bytes;
    this.#bytes = '';
    return bytes;
  }

  /** Forgets cursor and style after something else wrote to the terminal. */
  forget(): void {
    this.#x = undefined;
    this.#y = undefined;
    this.#style = undefined;
  }

  /** Adds bytes that change neither cursor position nor style. */
  raw(bytes: string): void {
    this.#bytes += bytes;
  }

  moveTo(x: number, y: number): void {
    if (this.#x === x && this.#y === y) return;
    this.#bytes += cursorMove({ x: this.#x, y: this.#y }, x, y);
    this.#x = x;
    this.#y = y;
  }

  style(id: StyleId): void {
    if (this.#style === id) return;
    const whole = sgr(id);
    // After the default style no reset is needed.
    this.#bytes += this.#style === 0 && whole.startsWith('\x1b[0;') ? `\x1b[${whole.slice(4)}` : whole;
    this.#style = id;
  }

  /** Adds text whose width all terminals agree on. At the right edge they differ in the cursor position after it. */
  text(text: string, width: number, cols: number): void {
    this.#bytes += text;
    if (this.#x !== undefined) this.#x = this.#x + width < cols ? this.#x + width : undefined;
  }

  /** Adds text after which the column of the cursor is unknown. */
  doubtful(text: string): void {
    this.#bytes += text;
    this.#x = undefined;
  }

  /**
   * Erases `count` cells from the cursor on, without moving it. Uses the default style: terminals differ in erase
   * colour.
   */
  erase(count: number | 'line'): void {
    this.style(0);
    this.#bytes += count === 'line' ? '\x1b[K' : `\x1b[${count}X`;
  }
}
