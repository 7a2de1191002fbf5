/**
 * Follows the cursor of what a full-screen program draws, and notes for each row from where on it is written as it stays.
 *
 * It gives up at anything of which it could not tell that: wrapping, scrolling, wide or joining characters, insertion,
 * other erasing than to the end of the row and of the whole screen.
 */
import { SEQUENCE_LIMIT } from './skim.ts';

/** Where text is about to be drawn: the screen's size and its cursor, counted from 0. */
export type Grid = { readonly cols: number; readonly rows: number; readonly x: number; readonly y: number };

/** A place in the text, and where the cursor is there. */
export type Place = { readonly at: number; readonly x: number; readonly y: number };

export type DrawnRow = {
  /** Where anything was done to it first. */
  touched?: Place;
  /** From where on it was last written from its first column to its end. */
  whole?: Place;
  /** Where it first ceased to continue the row above, if it did. */
  unwrappedAt?: number;
};

export type Switch = { readonly at: number; readonly text: string };

export type Drawn = {
  readonly rows: readonly DrawnRow[];
  /** Where the whole screen was first erased. */
  readonly cleared: number | undefined;
  /** Settings of which only the last counts, by what they set. */
  readonly switched: ReadonlyMap<string, readonly Switch[]>;
};

/** Cursor shown, cursor blinking, output held back; the character set that letters are drawn in. */
const SWITCH = /\x1b(?:\[(\?(?:12|25|2026))[hl]|(\()[0B])/y;
/** The end of a text may be the beginning of any of these. */
const BEGUN = /^\x1b(?:\[\??[\d;:]{0,40}|\()?$/;

const ESC = 0x1b;
const CR = 0x0d;
const LF = 0x0a;
const BRACKET = 0x5b;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const SEMICOLON = 0x3b;
const QUESTION = 0x3f;
const LETTER_M = 0x6d;

export function readDrawn(text: string, grid: Grid): Drawn | undefined {
  const reader = new Reader(grid);
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    const end = code === ESC ? reader.sequence(text, at) : reader.characters(text, at, code);
    if (end === undefined) return BEGUN.test(text.slice(at, at + 48)) ? reader : undefined;
    at = end;
  }
  return reader;
}

/** One cell each, joined with nothing: ASCII, and the lines and blocks that frames are drawn with. */
function isNarrow(code: number): boolean {
  return (code >= 0x20 && code < 0x7f) || (code >= 0x2500 && code < 0x25a0);
}

class Reader implements Drawn {
  readonly rows: DrawnRow[];
  readonly switched = new Map<string, Switch[]>();
  cleared: number | undefined;
  readonly #cols: number;
  #x: number;
  #y: number;
  /** Where the cursor came to the first column of its row, if it has stayed in this row since. */
  #begin: number | undefined;
  /** The numbers of the sequence that was read last. */
  #first = 0;
  #second = 0;
  #separators = 0;

  constructor({ cols, rows, x, y }: Grid) {
    this.#cols = cols;
    this.#x = x;
    this.#y = y;
    this.rows = Array.from({ length: rows }, () => ({}));
  }

  /** Text, or one of the line controls. Where it ends; undefined: it wraps, scrolls or is none. */
  characters(text: string, at: number, code: number): number | undefined {
    if (code === CR) {
      this.#goTo(0, this.#y, at + 1);
      return at + 1;
    }
    if (code === LF) return this.#lineFeed(at);
    let end = at;
    while (end < text.length && isNarrow(text.charCodeAt(end))) end += 1;
    if (end === at || this.#x + end - at > this.#cols) return undefined;
    this.#row.touched ??= { at, x: this.#x, y: this.#y };
    this.#x += end - at;
    if (this.#x === this.#cols) this.#filled();
    return end;
  }

  /** Where it ends; undefined: it is none that can be followed. */
  sequence(text: string, at: number): number | undefined {
    if (text.charCodeAt(at + 1) !== BRACKET) return this.#switch(text, at);
    const end = this.#readNumbers(text, at + 2);
    const final = text.charCodeAt(end);
    if (end - at >= SEQUENCE_LIMIT) return undefined;
    if (final === LETTER_M) return end + 1;
    if (final === QUESTION) return this.#switch(text, at);
    return this.#separators < 2 && this.#act(final, at, end + 1) ? end + 1 : undefined;
  }

  /** Where they end. Read by hand and kept: there are some for every few characters. */
  #readNumbers(text: string, from: number): number {
    this.#first = 0;
    this.#second = 0;
    this.#separators = 0;
    let number = 0;
    for (let at = from; ; at += 1) {
      const code = text.charCodeAt(at);
      if (code >= ZERO && code <= NINE) {
        number = 10 * number + code - ZERO;
        continue;
      }
      if (this.#separators === 0) this.#first = number;
      else this.#second = number;
      if (code !== SEMICOLON && code !== COLON) return at;
      // With a colon it is a colour, and one number in parts.
      this.#separators += code === SEMICOLON ? 1 : 2;
      number = 0;
    }
  }

  #act(final: number, at: number, end: number): boolean {
    const first = this.#first;
    const count = Math.max(1, first);
    switch (String.fromCharCode(final)) {
      case 'H':
      case 'f':
        return this.#goTo(Math.max(1, this.#second) - 1, count - 1, end);
      case 'G':
        return this.#goTo(count - 1, this.#y, end);
      case 'd':
        return this.#isInside && this.#goTo(this.#x, count - 1, end);
      case 'A':
        return this.#isInside && this.#goTo(this.#x, this.#y - count, end);
      case 'B':
        return this.#isInside && this.#goTo(this.#x, this.#y + count, end);
      case 'C':
        return this.#isInside && this.#goTo(this.#x + count, this.#y, end);
      case 'D':
        return this.#isInside && this.#goTo(this.#x - count, this.#y, end);
      case 'K':
        return first === 0 && this.#eraseRow(at);
      case 'J':
        return first === 2 && this.#eraseAll(at);
      default:
        return false;
    }
  }

  /** Not behind the last column, where a terminal waits to wrap. */
  get #isInside(): boolean {
    return this.#x < this.#cols;
  }

  #goTo(x: number, y: number, end: number): true {
    const row = Math.min(Math.max(0, y), this.rows.length - 1);
    // Back at the first column the row may be written anew, from there on.
    this.#begin = x <= 0 ? end : row === this.#y && x === this.#x ? this.#begin : undefined;
    this.#x = Math.min(Math.max(0, x), this.#cols - 1);
    this.#y = row;
    return true;
  }

  #lineFeed(at: number): number | undefined {
    if (!this.#isInside || this.#y + 1 >= this.rows.length) return undefined;
    this.#y += 1;
    this.#begin = this.#x === 0 ? at + 1 : undefined;
    this.#row.touched ??= { at, x: this.#x, y: this.#y - 1 };
    this.#row.unwrappedAt ??= at;
    return at + 1;
  }

  #eraseRow(at: number): boolean {
    this.#row.touched ??= { at, x: this.#x, y: this.#y };
    if (this.#x === 0) this.#row.unwrappedAt ??= at;
    this.#filled();
    return true;
  }

  #eraseAll(at: number): boolean {
    const place = { at, x: Math.min(this.#x, this.#cols - 1), y: this.#y };
    // A terminal that waits to wrap goes on waiting, which a cursor that is addressed does not.
    if (!this.#isInside) return false;
    this.cleared ??= at;
    for (const row of this.rows) {
      row.touched ??= place;
      row.whole = place;
    }
    return true;
  }

  get #row(): DrawnRow {
    return this.rows[this.#y] ?? {};
  }

  /** Written to its end; wholly, if it was from its first column on. */
  #filled(): void {
    if (this.#begin !== undefined) this.#row.whole = { at: this.#begin, x: 0, y: this.#y };
  }

  #switch(text: string, at: number): number | undefined {
    SWITCH.lastIndex = at;
    const found = SWITCH.exec(text);
    if (found === null) return undefined;
    const [all, mode, set = ''] = found;
    const what = mode ?? set;
    const settings = this.switched.get(what) ?? [];
    settings.push({ at, text: all });
    this.switched.set(what, settings);
    return at + all.length;
  }
}
