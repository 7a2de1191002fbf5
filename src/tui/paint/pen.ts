/** The pen collects the bytes of a frame and tracks the terminal's cursor position, style and hyperlink. */

import { linkAddress } from '../../screen/cells/link-table.ts';
import { type StyleId, sgr } from '../../screen/cells/style.ts';
import { styleLink } from '../../screen/cells/style-table.ts';
import { cursorMove } from './cursor-move.ts';

export class Pen {
  /** Bytes of the current frame so far. */
  #bytes = '';
  #x: number | undefined;
  #y: number | undefined;
  #style: StyleId | undefined;
  /** The open hyperlink, 0 for none. */
  #link = 0;
  readonly #links: boolean;

  /** `links` says that the terminal has hyperlinks (OSC 8), or at least ignores them. */
  constructor(links: boolean) {
    this.#links = links;
  }

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
    this.#link = 0;
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
    this.#linkTo(styleLink(id));
    const whole = sgr(id);
    // After the default style no reset is needed.
    this.#bytes += this.#style === 0 && whole.startsWith('\x1b[0;') ? `\x1b[${whole.slice(4)}` : whole;
    this.#style = id;
  }

  /** Ends an open hyperlink, so that nothing else that is written becomes part of it. */
  endLink(): void {
    if (this.#link !== 0) this.style(0);
  }

  /** Cells of the same link carry the same id, also where a row or a frame parts them. */
  #linkTo(link: number): void {
    if (!this.#links || link === this.#link) return;
    const address = linkAddress(link);
    this.#bytes += address === undefined ? '\x1b]8;;\x1b\\' : `\x1b]8;id=${link};${address}\x1b\\`;
    this.#link = link;
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

  /** Adds a sequence, at the place where the cursor is, that may leave it anywhere. */
  astray(bytes: string): void {
    this.doubtful(bytes);
    this.#y = undefined;
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
