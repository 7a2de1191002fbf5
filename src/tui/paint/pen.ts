/** The pen — collects the bytes of a frame and knows where the terminal's cursor and style are. */

import { type StyleId, sgr } from '../../screen/cells/style.ts';
import { cursorMove } from './cursor-move.ts';

export class Pen {
  /** Bytes of this frame so far. */
  #bytes = '';
  #x: number | undefined;
  #y: number | undefined;
  #style: StyleId | undefined;

  /** The bytes collected since the last call. */
  take(): string {
    const bytes = this.#bytes;
    this.#bytes = '';
    return bytes;
  }

  /** Somebody else wrote to the terminal: nothing is known any more. */
  forget(): void {
    this.#x = undefined;
    this.#y = undefined;
    this.#style = undefined;
  }

  /** Bytes that move nothing and colour nothing. */
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
    // From the default style nothing has to be reset first.
    this.#bytes += this.#style === 0 && whole.startsWith('\x1b[0;') ? `\x1b[${whole.slice(4)}` : whole;
    this.#style = id;
  }

  /** Text whose width every terminal agrees on. At the right edge terminals differ in where the cursor then is. */
  text(text: string, width: number, cols: number): void {
    this.#bytes += text;
    if (this.#x !== undefined) this.#x = this.#x + width < cols ? this.#x + width : undefined;
  }

  /** Text after which the cursor is somewhere in this row. */
  doubtful(text: string): void {
    this.#bytes += text;
    this.#x = undefined;
  }

  /** Blanks `count` cells from the cursor on; the cursor stays. Only in the default style: terminals differ in the colour they erase with. */
  erase(count: number | 'line'): void {
    this.style(0);
    this.#bytes += count === 'line' ? '\x1b[K' : `\x1b[${count}X`;
  }
}
