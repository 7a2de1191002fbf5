/**
 * Follows the cursor through the output of a full-screen program, and records from which place on each row is final.
 *
 * Gives up where this is uncertain: at wrapping, scrolling, wide or joining characters, insertion, and any erasing other
 * than to the end of the row or of the whole screen.
 */
import { parametersEnd, SEQUENCE_LIMIT } from './lines.ts';

/** The size of the screen and its cursor (0-based) before the text is drawn. */
export type Grid = { readonly cols: number; readonly rows: number; readonly x: number; readonly y: number };

/** A place in the text, and the cursor there. */
export type Place = { readonly at: number; readonly x: number; readonly y: number };

export type DrawnRow = {
  /** The first place that changes the row. */
  touched?: Place;
  /** The place where the row was last begun at its first column and then written to its end. */
  whole?: Place;
  /** The first place after which the row no longer continues the row above. */
  unwrappedAt?: number;
};

export type Switch = { readonly at: number; readonly text: string };

export type Drawn = {
  readonly rows: readonly DrawnRow[];
  /** The first place where the whole screen is erased. */
  readonly cleared: number | undefined;
  /** Sequences of which only the last counts, by the setting they change. */
  readonly switched: ReadonlyMap<string, readonly Switch[]>;
  /** Where it ends: before a sequence that is incomplete at the end of the text, if there is one. */
  readonly end: Place;
};

/** Settings: cursor visibility, cursor blinking, synchronized output, and the G0 character set; each with its two values. */
const SWITCHES: readonly (readonly [begin: string, values: string])[] = [
  ['\x1b[?12', 'hl'],
  ['\x1b[?25', 'hl'],
  ['\x1b[?2026', 'hl'],
  ['\x1b(', '0B'],
];
/** Limit: characters of a sequence that is incomplete at the end. */
const INCOMPLETE_LIMIT = 40;

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
    if (end === undefined) return isIncomplete(text, at) ? reader.endedAt(at) : undefined;
    at = end;
  }
  return reader.endedAt(text.length);
}

/** Whether one of the known sequences begins at `at` and the text ends inside of it. */
function isIncomplete(text: string, at: number): boolean {
  if (text.charCodeAt(at) !== ESC || text.length - at > INCOMPLETE_LIMIT) return false;
  if (text[at + 1] === '(') return at + 2 === text.length;
  const rest = text.slice(at).replace('[?', '[');
  return parametersEnd(rest, 0) === rest.length;
}

/** Whether a character takes one cell and joins no other: ASCII, box drawing and block elements. */
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
  /** Where the reading ended. */
  #at = 0;
  /** The place where the cursor came to the first column, while the row is written from there without a gap. */
  #begin: number | undefined;
  /** The parameters of the sequence that was read last. */
  #first = 0;
  #second = 0;
  #separators = 0;

  constructor({ cols, rows, x, y }: Grid) {
    this.#cols = cols;
    this.#x = x;
    this.#y = y;
    this.rows = Array.from({ length: rows }, () => ({}));
  }

  endedAt(at: number): this {
    this.#at = at;
    return this;
  }

  get end(): Place {
    return { at: this.#at, x: this.#x, y: this.#y };
  }

  /** Reads text or a line control. Returns its end; undefined when it wraps, scrolls, or is something else. */
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

  /** Reads a sequence. Returns its end; undefined when its effect cannot be followed. */
  sequence(text: string, at: number): number | undefined {
    if (text.charCodeAt(at + 1) !== BRACKET) return this.#switch(text, at);
    const end = this.#readNumbers(text, at + 2);
    const final = text.charCodeAt(end);
    if (end - at >= SEQUENCE_LIMIT) return undefined;
    if (final === LETTER_M) return end + 1;
    if (final === QUESTION) return this.#switch(text, at);
    return this.#separators < 2 && this.#act(final, at, end + 1) ? end + 1 : undefined;
  }

  /** Reads parameters and returns their end. They are parsed by hand into fields because a sequence comes every few characters. */
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
      // Colons separate the parts of one colour parameter. Counted as two, so that only SGR may contain them.
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

  /** Whether the cursor is in a column, not past the last one, where the next character wraps. */
  get #isInside(): boolean {
    return this.#x < this.#cols;
  }

  #goTo(x: number, y: number, end: number): true {
    const row = Math.min(Math.max(0, y), this.rows.length - 1);
    // From the first column on, the row may be written completely.
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
    // After the erase, a pending wrap is still pending; moving the cursor by address would cancel it.
    if (!this.#isInside) return false;
    const place = { at, x: this.#x, y: this.#y };
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

  /** Called when the row is written to its end; the row is complete if this began at its first column. */
  #filled(): void {
    if (this.#begin !== undefined) this.#row.whole = { at: this.#begin, x: 0, y: this.#y };
  }

  #switch(text: string, at: number): number | undefined {
    const found = SWITCHES.find(([begin]) => text.startsWith(begin, at));
    if (found === undefined) return undefined;
    const [begin, values] = found;
    const value = text.charAt(at + begin.length);
    if (value === '' || !values.includes(value)) return undefined;
    const settings = this.switched.get(begin) ?? [];
    settings.push({ at, text: begin + value });
    this.switched.set(begin, settings);
    return at + begin.length + value.length;
  }
}
