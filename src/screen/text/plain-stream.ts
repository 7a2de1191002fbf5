/**
 * Converts streaming terminal text to plain lines: without escape sequences, and with only the final text of each line.
 *
 * The time is linear in the length of the text, whatever it contains and however it is cut into pieces: a program's
 * output must not block its reader.
 */

import { withoutBlankEnd } from './blank-end.ts';
import { withoutMissingNewlineMark } from './missing-newline.ts';
import { PlainLine } from './plain-line.ts';

/** Control characters except line feed and tab, which pass through as text. */
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/g;
/** Characters that end a string. An introducer does too: ESC is the first half of the terminator `ESC \`. */
const STRING_END = /[\x18\x1a\x1b\x90\x98\x9b-\x9f]/g;
const TITLE_END = /[\x07\x18\x1a\x1b\x90\x98\x9b-\x9f]/g;

/** Limit: characters of a string (a title, a link, an image). The introducer of a longer one is dropped; the rest is text. */
const MAX_HELD = 16_384;
/** CAN, SUB, ESC and the 8-bit controls. Other controls take effect inside a sequence, which then continues. */
const ENDS_SEQUENCE = new Set([0x18, 0x1a, 0x1b, ...Array.from({ length: 32 }, (_, index) => 0x80 + index)]);

/** Limit: characters of parameters; the number of a column is never longer. */
const MAX_PARAMETERS = 64;

type State = 'text' | 'escape' | 'csi' | 'title' | 'string';

/** The state that begins with a character after ESC; the 8-bit introducers are 0x40 above these codes. */
const BEGINS = new Map<number, State>([
  [0x5b, 'csi'],
  [0x5d, 'title'],
  [0x50, 'string'],
  [0x58, 'string'],
  [0x5e, 'string'],
  [0x5f, 'string'],
]);

/**
 * The cursor moves only within its line: when a program redraws several lines (`docker pull`), the text has each drawing.
 * The alternate screen is not output and is left out.
 */
export class PlainStream {
  readonly #line = new PlainLine();
  #state: State = 'text';
  /** The text of an unfinished string, printed if the string gets too long, or the parameters of a sequence. */
  #held = '';
  /** A high surrogate whose low surrogate has not arrived yet. */
  #half = '';
  #alternate = false;
  #out = '';

  /** Adds text. Returns the lines that are complete now, each with its line feed. */
  add(text: string): string {
    const all = this.#half + text;
    this.#half = /[\ud800-\udbff]$/.exec(all)?.[0] ?? '';
    this.#take((this.#half === '' ? all : all.slice(0, -1)).replaceAll('\r\n', '\n'));
    const out = this.#out + this.#line.given();
    this.#out = '';
    return out;
  }

  /** Returns the rest: a last line without a line feed. */
  end(): string {
    this.#state = 'text';
    this.#held = '';
    if (!this.#alternate) this.#line.write(this.#half);
    this.#half = '';
    return this.#line.take();
  }

  #take(text: string): void {
    for (let at = 0; at < text.length; ) {
      if (this.#state === 'text') at = this.#text(text, at);
      else if (this.#state === 'title') at = this.#string(text, at, TITLE_END);
      else if (this.#state === 'string') at = this.#string(text, at, STRING_END);
      else at = this.#sequence(text, at);
    }
  }

  #text(text: string, from: number): number {
    const stop = firstOf(CONTROL, text, from);
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

  #control(code: number): void {
    if (code === 0x1b) this.#begin('escape');
    else if (code >= 0x90) this.#begin(BEGINS.get(code - 0x40) ?? 'text');
    else if (this.#alternate) return;
    else if (code === 0x0d) this.#line.return();
    else if (code === 0x08) this.#line.move((column) => column - 1);
    else if (FEEDS.has(code)) this.#print('\n');
  }

  #begin(state: State): void {
    this.#state = state;
    this.#held = '';
  }

  #string(text: string, from: number, ends: RegExp): number {
    const stop = firstOf(ends, text, from);
    const held = this.#held + text.slice(from, stop);
    if (held.length > MAX_HELD) {
      this.#begin('text');
      this.#take(held);
      return stop;
    }
    this.#held = held;
    if (stop === text.length) return stop;
    this.#begin('text');
    const code = text.charCodeAt(stop);
    if (code >= 0x1b) this.#control(code);
    return stop + 1;
  }

  /** Handles the next character of an escape or control sequence. */
  #sequence(text: string, at: number): number {
    const code = text.charCodeAt(at);
    if (ENDS_SEQUENCE.has(code)) this.#begin('text');
    if (code < 0x20 || (code >= 0x80 && code < 0xa0)) {
      this.#control(code);
    } else if (this.#state === 'escape') {
      if (code >= 0x30 && code !== 0x7f) this.#begin(BEGINS.get(code) ?? 'text');
    } else if (code < 0x40) {
      if (this.#held.length < MAX_PARAMETERS) this.#held += text[at];
    } else if (code !== 0x7f) {
      this.#apply(this.#held, text[at] ?? '');
      this.#begin('text');
    }
    return at + 1;
  }

  #apply(parameters: string, final: string): void {
    const modes = /^\?([\d;]+)$/.exec(parameters)?.[1];
    if (modes !== undefined && /[hl]/.test(final)) {
      if (modes.split(';').some((mode) => ALTERNATE_MODES.has(mode))) this.#alternate = final === 'h';
    }
    const first = /^(\d*)[\d;:]*$/.exec(parameters)?.[1];
    if (first === undefined || this.#alternate) return;
    const number = Number(first);
    const steps = Math.max(1, number);
    if (final === 'C') this.#line.move((column) => column + steps);
    else if (final === 'D') this.#line.move((column) => column - steps);
    else if (final === 'G') this.#line.move(() => steps - 1);
    else if (final === 'K') this.#line.erase(number);
  }
}

/** Line feed, vertical tab, form feed, next line. */
const FEEDS = new Set([0x0a, 0x0b, 0x0c, 0x85]);
/** DEC private modes that switch to the alternate screen. */
const ALTERNATE_MODES = new Set(['47', '1047', '1049']);

function firstOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  return pattern.exec(text)?.index ?? text.length;
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
