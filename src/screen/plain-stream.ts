/** Terminal text as plain lines while it streams: no escape sequences, and of an overwritten line only what was left of it. */

import { withoutMissingNewlineMark } from './missing-newline.ts';
import { cells } from './width.ts';

/** Up to its final character; strings (titles, links, images) up to BEL or ST. */
const SEQUENCE =
  /^(?:(?:\x1b\[|\x9b)([\x20-\x3f]*)([\x40-\x7e])|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\x18\x1a]*(?:\x07|\x1b\\|\x9c|\x18|\x1a|(?=\x1b[^\\]))|\x1b[\x20-\x2f]*[\x30-\x5a\x5c\x60-\x7e])/;
const BEGUN =
  /^(?:\x1b[\x20-\x2f]*|(?:\x1b\[|\x9b)[\x20-\x3f]*|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c\x18\x1a]*\x1b?)$/;

/** Whatever does more than to stand in its line. Line feeds and tabs are none of them. */
const CONTROL = /[\x00-\x08\x0b-\x1f\x7f-\x9f]/;

/** A sequence longer than this is none; its introducer is dropped and the rest is text. */
const MAX_HELD = 16_384;
/** A line longer than this is given out in pieces: what was given out can no longer be overwritten. */
const MAX_LINE = 65_536;
const TAB = 8;

/**
 * The cursor moves within its line only: a program that draws several lines again (`docker pull`) has each drawing in
 * the text. What is drawn on the alternate screen is no output and is left out.
 */
export class PlainStream {
  #held = '';
  #line: string[] = [];
  #column = 0;
  #alternate = false;

  /** The lines that are finished now, each with its line feed. */
  add(text: string): string {
    let rest = (this.#held + text).replaceAll('\r\n', '\n');
    this.#held = '';
    let out = '';
    while (rest !== '') {
      const control = this.#alternate ? 0 : rest.search(CONTROL);
      const plain = control === -1 ? rest : rest.slice(0, control);
      out += this.#text(plain);
      rest = rest.slice(plain.length);
      if (rest === '') break;
      const taken = this.#control(rest);
      if (taken === 0) {
        this.#held = rest;
        break;
      }
      rest = rest.slice(taken);
    }
    return out;
  }

  /** What is left of a last line without a line feed. */
  end(): string {
    this.#held = '';
    return this.#take();
  }

  #text(text: string): string {
    const last = text.lastIndexOf('\n');
    if (last === -1) return this.#print(text);
    const first = text.indexOf('\n');
    // Whole lines in between are what they are; only the open one has a past.
    const opened = `${this.#print(text.slice(0, first))}${this.#take()}\n`;
    return opened + text.slice(first + 1, last + 1) + this.#print(text.slice(last + 1));
  }

  /** Into the open line; what it returns are the pieces of an endless one. */
  #print(text: string): string {
    let out = '';
    for (const { text: char, width } of text === '' ? [] : cells(text)) {
      if (this.#line.length >= MAX_LINE) out += this.#take();
      if (char === '\t') this.#tab();
      else this.#put(char, width);
    }
    return out;
  }

  #put(char: string, width: number): void {
    if (width === 0) {
      const before = this.#line.findLastIndex((cell, at) => at < this.#column && cell !== '');
      if (before !== -1) this.#line[before] += char;
      return;
    }
    this.#move(this.#column);
    this.#tear(this.#column);
    this.#tear(this.#column + width);
    this.#line[this.#column] = char;
    for (let further = 1; further < width; further += 1) this.#line[this.#column + further] = '';
    this.#column += width;
  }

  /** It stays a tab where nothing was printed before. */
  #tab(): void {
    const from = this.#column;
    const isNew = from >= this.#line.length;
    this.#move(from);
    this.#move(from + TAB - (from % TAB));
    if (isNew) this.#line.fill('', from).fill('\t', from, from + 1);
  }

  /** What takes several cells and loses one of them is blanks from then on. */
  #tear(column: number): void {
    if (this.#line[column] !== '') return;
    let first = column;
    while (this.#line[first] === '') first -= 1;
    this.#line[first] = ' ';
    for (let at = first + 1; this.#line[at] === ''; at += 1) this.#line[at] = ' ';
  }

  /** The cells up to there exist: blanks where nothing was printed. */
  #move(column: number): void {
    this.#column = Math.min(Math.max(column, 0), MAX_LINE);
    while (this.#line.length < this.#column) this.#line.push(' ');
  }

  #take(): string {
    const line = this.#line.join('');
    this.#line = [];
    this.#column = 0;
    return line;
  }

  /** How much of the text it was; 0: more has to come. */
  #control(text: string): number {
    const first = text[0] ?? '';
    if (this.#alternate && !CONTROL.test(first)) return Math.max(1, text.search(CONTROL));
    if (first === '\r') return this.#return(text);
    if (first === '\b') this.#column = Math.max(0, this.#column - 1);
    if (!/[\x1b\x90\x98\x9b\x9d-\x9f]/.test(first)) return 1;
    const [whole, parameters = '', final = ''] = SEQUENCE.exec(text) ?? [];
    if (whole === undefined) return BEGUN.test(text) && text.length < MAX_HELD ? 0 : 1;
    this.#obey(parameters, final);
    return whole.length;
  }

  /** It may be the first half of a line end. */
  #return(text: string): number {
    if (text.length === 1) return 0;
    this.#column = 0;
    return 1;
  }

  #obey(parameters: string, final: string): void {
    const number = Number.parseInt(parameters, 10) || 0;
    if (final === 'C') this.#move(this.#column + Math.max(1, number));
    else if (final === 'D') this.#column = Math.max(0, this.#column - Math.max(1, number));
    else if (final === 'G') this.#move(Math.max(1, number) - 1);
    else if (final === 'K') this.#erase(number);
    else if (/^\?(?:47|1047|1049)$/.test(parameters) && /[hl]/.test(final)) this.#alternate = final === 'h';
  }

  #erase(which: number): void {
    this.#tear(which === 1 ? this.#column + 1 : this.#column);
    if (which === 0) this.#line.length = Math.min(this.#line.length, this.#column);
    else if (which === 2) this.#line = this.#line.map(() => ' ');
    else this.#line = this.#line.map((cell, at) => (at <= this.#column ? ' ' : cell));
    if (which === 2) this.#move(this.#column);
  }
}

/** The whole output of a command, without the mark that a shell prints where the last line feed is missing. */
export function plainText(output: string): string {
  const stream = new PlainStream();
  return stream.add(withoutMissingNewlineMark(output)) + stream.end();
}
