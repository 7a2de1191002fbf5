/** The pen collects the bytes of a frame and tracks the terminal's cursor position, style and hyperlink. */

import { linkAddress } from '../../screen/cells/link-table.ts';
import { type StyleId, sgr } from '../../screen/cells/style.ts';
import { styleLink } from '../../screen/cells/style-table.ts';

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

  /** All cells of a link get the same id, so that the terminal joins them across rows and frames. */
  #linkTo(link: number): void {
    if (!this.#links || link === this.#link) return;
    const address = linkAddress(link);
    this.#bytes += address === undefined ? '\x1b]8;;\x1b\\' : `\x1b]8;id=${link};${address}\x1b\\`;
    this.#link = link;
  }

  /** Adds text whose width is the same in all terminals. At the right edge the cursor position after it is unknown. */
  text(text: string, width: number, cols: number): void {
    this.#bytes += text;
    if (this.#x !== undefined) this.#x = this.#x + width < cols ? this.#x + width : undefined;
  }

  /** Adds text after which the column of the cursor is unknown. */
  doubtful(text: string): void {
    this.#bytes += text;
    this.#x = undefined;
  }

  /** Adds a sequence after which the position of the cursor is unknown. */
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

// Finds the shortest bytes that move the cursor from one cell to another.

/** Position of the terminal's cursor; a coordinate is undefined when it is not known for sure. */
type Position = { readonly x: number | undefined; readonly y: number | undefined };

function cursorMove(from: Position, x: number, y: number): string {
  let best = absolute(x, y);
  if (from.y === y) best = shorter(best, column(from.x, x));
  else if (from.y !== undefined && from.x === x) best = shorter(best, vertical(y - from.y));
  // A line feed scrolls only in the last row, and no row below it can be the target.
  if (x === 0 && from.y !== undefined && y === from.y + 1) best = shorter(best, '\r\n');
  return best;
}

function absolute(x: number, y: number): string {
  if (x > 0) return `\x1b[${y + 1};${x + 1}H`;
  return y > 0 ? `\x1b[${y + 1}H` : '\x1b[H';
}

function column(from: number | undefined, to: number): string {
  if (to === 0) return from === 0 ? '' : '\r';
  const addressed = `\x1b[${to + 1}G`;
  if (from === undefined) return addressed;
  if (to === from) return '';
  if (to > from) return shorter(addressed, `\x1b[${count(to - from)}C`);
  return shorter(addressed, from - to <= 3 ? '\b'.repeat(from - to) : `\x1b[${count(from - to)}D`);
}

function vertical(rows: number): string {
  return rows > 0 ? `\x1b[${count(rows)}B` : `\x1b[${count(-rows)}A`;
}

function count(steps: number): string {
  return steps === 1 ? '' : String(steps);
}

function shorter(one: string, other: string): string {
  return other.length < one.length ? other : one;
}
