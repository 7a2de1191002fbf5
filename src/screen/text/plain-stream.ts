/**
 * Converts streaming terminal text to plain lines: without escape sequences, and with only the final text of each line.
 *
 * The time is linear in the length of the text, whatever it contains and however it is cut into pieces: a program's
 * output must not block its reader.
 */

import { CharFinder, codes } from '../../protocol/sequences/char-finder.ts';
import { type Csi, readCsi } from '../../protocol/sequences/csi.ts';
import { switchOf } from '../../protocol/sequences/screen-switch.ts';
import {
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

/**
 * The cursor moves only within its line: when a program redraws several lines (`docker pull`), the text has each drawing.
 * The alternate screen is not output and is left out.
 */
export class PlainStream {
  readonly #line = new PlainLine();
  #state = GROUND;
  /** The text of an unfinished string, printed if the string gets too long, or the parameters of a sequence. */
  #held = '';
  /** A high surrogate whose low surrogate has not arrived yet. */
  #half = '';
  #alternate = false;
  #out = '';

  /** Adds text. Returns the lines that are complete now, each with its line feed. */
  add(text: string): string {
    const all = this.#half + text;
    this.#half = endsInPair(all) ? all.slice(-1) : '';
    this.#take((this.#half === '' ? all : all.slice(0, -1)).replaceAll('\r\n', '\n'));
    const out = this.#out + this.#line.given();
    this.#out = '';
    return out;
  }

  /** The last line while it has no line feed yet, as it is shown now; without the pieces that `add` has returned. */
  get open(): string {
    return this.#line.shown;
  }

  /** Returns the rest: a last line without a line feed. */
  end(): string {
    this.#state = GROUND;
    this.#held = '';
    if (!this.#alternate) this.#line.write(this.#half);
    this.#half = '';
    return this.#line.take();
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
    const last = text.lastIndexOf('\n');
    if (last !== -1) {
      const first = text.indexOf('\n');
      this.#line.write(text.slice(0, first));
      this.#out += `${this.#line.take()}\n`;
      // Complete lines in between are final; only the open line may be overwritten.
      this.#out += text.slice(first + 1, last + 1);
    }
    this.#line.write(text.slice(last + 1));
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
    // A character that the string goes on with, be it a control, is part of it.
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
    if (isInnerControl(code) || (code >= 0x80 && code < 0xa0)) {
      this.#control(code);
    } else if (isCsi(before) && next === GROUND) {
      if (code >= 0x40) this.#apply(readCsi(`\x9b${this.#held}${text.charAt(at)}`, 0, this.#held.length + 2));
      this.#begin(next);
    } else {
      if (!isCsi(before)) this.#held = '';
      else if (code !== 0x7f && this.#held.length < MAX_PARAMETERS) this.#held += text.charAt(at);
      this.#state = next;
    }
    return at + 1;
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
  }
}

/** Line feed, vertical tab, form feed, next line. */
const FEEDS = new Set([0x0a, 0x0b, 0x0c, 0x85]);

/** Whether a text ends in the middle of a surrogate pair. */
function endsInPair(text: string): boolean {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff;
}

/** Returns the complete output of a command, without the mark that a shell prints when the last line feed is missing. */
export function plainText(output: string): string {
  const stream = new PlainStream();
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
