/**
 * Converts streaming terminal text to plain lines: without escape sequences, and with only the final text of each line.
 *
 * A program that draws several rows again (`docker compose pull`) moves the cursor up to them. So the last rows, as many as a
 * screen has, are held back until they can no longer be changed: when they have scrolled off, at the end, or when the reader
 * does not want to wait (`release`). What is drawn over rows that were already returned comes as further lines.
 *
 * The time is linear in the length of the text, whatever it contains and however it is cut into pieces: a program's
 * output must not block its reader.
 */

import { CharFinder, codes } from '../../protocol/sequences/char-finder.ts';
import { type Csi, readCsi } from '../../protocol/sequences/csi.ts';
import { switchOf } from '../../protocol/sequences/screen-switch.ts';
import {
  ESCAPE,
  GROUND,
  isCsi,
  isInnerControl,
  isString,
  nextState,
  payloadEnd,
} from '../../protocol/sequences/states.ts';
import { withoutBlankEnd } from './blank-end.ts';
import { withoutMissingNewlineMark } from './missing-newline.ts';
import { PlainLine } from './plain-line.ts';

/** Control characters except line feed and tab, which pass through as text. */
const CONTROLS = new CharFinder([...codes(0x00, 0x08), ...codes(0x0b, 0x1f), ...codes(0x7f, 0x9f)]);

/** Limit: characters of a string (a title, a link, an image). The introducer of a longer one is dropped; the rest is text. */
const MAX_HELD = 16_384;
/** Limit: characters of parameters; the number of a column is never longer. */
const MAX_PARAMETERS = 64;

/** Rows that can be drawn again while a program runs: as many as the highest screens have. */
export const SCREEN_ROWS = 100;
/**
 * Rows that can be drawn again in the text of a whole output, where the height of the screen is not known: more than screens
 * have.
 */
const MOST_ROWS = 500;

/**
 * The alternate screen is not output and is left out. Moves to an absolute row are ignored: such a program has the screen to
 * itself.
 */
export class PlainStream {
  /** Rows of the screen that can be drawn again; with 1 each line is returned as soon as it has its line feed. */
  readonly #height: number;
  /** The row of the cursor. */
  readonly #line = new PlainLine();
  /** Rows above and below it that were not given yet; together with it never more than `#height`. */
  #above: string[] = [];
  #below: string[] = [];
  /** Number of rows that are given, and what the program has saved as the cursor (ESC 7). */
  #gone = 0;
  #saved = { row: 0, column: 0 };
  #state = GROUND;
  /** The text of an unfinished string, printed if the string gets too long, or the parameters of a sequence. */
  #held = '';
  /** A high surrogate whose low surrogate has not arrived yet. */
  #half = '';
  #alternate = false;
  #out = '';

  constructor(height = 1) {
    this.#height = Math.max(1, height);
  }

  /** Adds text. Returns the lines that are final now, each with its line feed. */
  add(text: string): string {
    const all = this.#half + text;
    this.#half = endsInPair(all) ? all.slice(-1) : '';
    this.#take((this.#half === '' ? all : all.slice(0, -1)).replaceAll('\r\n', '\n'));
    return this.#taken();
  }

  /**
   * Returns the complete lines that are held back: nothing above the cursor is changed any more. Not while a program is above its
   * last row.
   */
  release(): string {
    if (this.#below.length === 0) this.#give(this.#above.length);
    return this.#taken();
  }

  /** The line of the cursor as it is shown now; without the pieces that `add` has returned. */
  get open(): string {
    return this.#line.shown;
  }

  /** Returns the rest: a last line without a line feed. */
  end(): string {
    this.#state = GROUND;
    this.#held = '';
    if (!this.#alternate) this.#line.write(this.#half);
    this.#half = '';
    // Rows that a program has erased below the cursor are no lines.
    const below = this.#below.slice(0, this.#below.findLastIndex((row) => row.trimEnd() !== '') + 1);
    const rows = [...this.#above, this.#line.take(), ...below];
    this.#above = [];
    this.#below = [];
    return rows.join('\n');
  }

  #taken(): string {
    const given = this.#line.given();
    // A line without end is given in pieces: what is above it comes first.
    if (given !== '') this.#give(this.#above.length);
    const out = this.#out + given;
    this.#out = '';
    return out;
  }

  /** Passes the first rows on. */
  #give(count: number): void {
    if (count <= 0) return;
    this.#out += `${this.#above.splice(0, count).join('\n')}\n`;
    this.#gone += count;
  }

  /** Adds rows above the cursor. */
  #push(rows: readonly string[]): void {
    for (const row of rows) this.#above.push(row);
    this.#give(this.#above.length + 1 + this.#below.length - this.#height);
  }

  #feed(): void {
    const next = this.#below.shift();
    this.#push([this.#line.take()]);
    if (next === undefined) return;
    this.#line.write(next);
    this.#line.return();
  }

  /** Moves the cursor by rows, up if negative, as far as there are rows. */
  #move(rows: number): void {
    const [from, to] = rows < 0 ? [this.#above, this.#below] : [this.#below, this.#above];
    const steps = Math.min(Math.abs(rows), from.length);
    if (steps === 0) return;
    const { column } = this.#line;
    const passed = rows < 0 ? from.splice(-steps) : from.splice(0, steps);
    const row = (rows < 0 ? passed.shift() : passed.pop()) ?? '';
    const left = this.#line.take();
    if (rows < 0) to.unshift(...passed, left);
    else to.push(left, ...passed);
    this.#line.write(row);
    this.#line.move(() => column);
  }

  #take(text: string): void {
    for (let at = 0; at < text.length; ) {
      if (this.#state === GROUND) at = this.#text(text, at);
      else if (isString(this.#state)) at = this.#string(text, at);
      else at = this.#sequence(text, at);
    }
  }

  #text(text: string, from: number): number {
    const stop = CONTROLS.find(text, from);
    if (stop > from && !this.#alternate) this.#print(text.slice(from, stop));
    if (stop < text.length) this.#control(text.charCodeAt(stop));
    return stop + 1;
  }

  #print(text: string): void {
    let from = 0;
    // Line by line while there are rows below, which are overwritten.
    for (let feed = text.indexOf('\n'); feed !== -1; feed = text.indexOf('\n', from)) {
      const isLast = this.#below.length === 0;
      this.#line.write(text.slice(from, feed));
      this.#feed();
      from = feed + 1;
      if (isLast) break;
    }
    const last = text.lastIndexOf('\n');
    if (last >= from) {
      this.#printLines(text.slice(from, last));
      from = last + 1;
    }
    this.#line.write(text.slice(from));
  }

  /** Prints whole lines below all rows. */
  #printLines(text: string): void {
    if (this.#height > 1) {
      this.#push(text.split('\n'));
      return;
    }
    // They are final at once and need not be split.
    this.#out += `${text}\n`;
  }

  /** Handles a control character that takes effect at once, or begins a sequence. */
  #control(code: number): void {
    if (!isInnerControl(code)) this.#begin(nextState(this.#state, code));
    if (this.#alternate) return;
    if (code === 0x0d) this.#line.return();
    else if (code === 0x08) this.#line.move((column) => column - 1);
    else if (FEEDS.has(code)) this.#print('\n');
  }

  #begin(state: number): void {
    this.#state = state;
    this.#held = '';
  }

  #string(text: string, from: number): number {
    const stop = payloadEnd(this.#state, text, from, text.length);
    const code = text.charCodeAt(stop);
    const next = stop < text.length ? nextState(this.#state, code) : this.#state;
    // Even a control character that the string continues with is part of it.
    const end = stop < text.length && isString(next) && code < 0x80 ? stop + 1 : stop;
    const held = this.#held + text.slice(from, end);
    if (held.length > MAX_HELD) {
      this.#begin(GROUND);
      this.#take(held);
      return end;
    }
    this.#held = held;
    if (end > stop || stop === text.length) this.#state = next;
    else if (code >= 0x80) this.#control(code);
    else this.#begin(next);
    return Math.min(stop + 1, text.length);
  }

  /** Handles the next character of an escape or control sequence. */
  #sequence(text: string, at: number): number {
    const code = text.charCodeAt(at);
    const before = this.#state;
    const next = nextState(before, code);
    if (isInnerControl(code) || isC1(code)) {
      this.#control(code);
    } else if (isCsi(before) && next === GROUND) {
      if (code >= 0x40) this.#apply(readCsi(`\x9b${this.#held}${text.charAt(at)}`, 0, this.#held.length + 2));
      this.#begin(next);
    } else {
      if (before === ESCAPE && next === GROUND) this.#escape(text.charAt(at));
      if (!isCsi(before)) this.#held = '';
      else if (code !== 0x7f && this.#held.length < MAX_PARAMETERS) this.#held += text.charAt(at);
      this.#state = next;
    }
    return at + 1;
  }

  /** Applies a sequence of ESC and one character. */
  #escape(final: string): void {
    if (this.#height === 1 || this.#alternate) return;
    if (final === 'M') this.#move(-1);
    else if (final === '7') this.#save();
    else if (final === '8') this.#restore();
  }

  #apply(csi: Csi): void {
    this.#alternate = switchOf(csi) ?? this.#alternate;
    if (this.#alternate || csi.prefix !== '' || csi.intermediates !== '') return;
    const [number = 0] = csi.parameters;
    const steps = Math.max(1, number);
    if (csi.final === 'C') this.#line.move((column) => column + steps);
    else if (csi.final === 'D') this.#line.move((column) => column - steps);
    else if (csi.final === 'G') this.#line.move(() => steps - 1);
    else if (csi.final === 'K') this.#line.erase(number);
    else if (this.#height > 1) this.#applyToRows(csi.final, number, steps);
  }

  /** Applies a sequence that concerns other rows. */
  #applyToRows(final: string, number: number, steps: number): void {
    if (final === 'A' || final === 'F') this.#move(-steps);
    else if (final === 'B' || final === 'E') this.#move(steps);
    else if (final === 's') this.#save();
    else if (final === 'u') this.#restore();
    else if (final === 'J' && number === 0) {
      this.#line.erase(0);
      this.#below = [];
    }
    if (final === 'E' || final === 'F') this.#line.return();
  }

  #save(): void {
    this.#saved = { row: this.#gone + this.#above.length, column: this.#line.column };
  }

  #restore(): void {
    const { row, column } = this.#saved;
    this.#move(row - this.#gone - this.#above.length);
    this.#line.move(() => column);
  }
}

/** Line feed, vertical tab, form feed, next line. */
const FEEDS = new Set([0x0a, 0x0b, 0x0c, 0x85]);

function isC1(code: number): boolean {
  return code >= 0x80 && code < 0xa0;
}

/** Whether a text ends in the middle of a surrogate pair. */
function endsInPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

/** Returns the complete output of a command, without the mark that a shell prints when the last line feed is missing. */
export function plainText(output: string): string {
  const stream = new PlainStream(MOST_ROWS);
  return stream.add(withoutMissingNewlineMark(output)) + stream.end();
}

/** Returns the lines of an output, without blanks at their ends and without blank lines at the end. */
export function plainLines(output: string): readonly string[] {
  // No regular expression: it would take quadratic time on a screen of blanks or line feeds.
  const lines = plainText(output)
    .split('\n')
    .map((line) => line.trimEnd());
  return withoutBlankEnd(lines);
}
