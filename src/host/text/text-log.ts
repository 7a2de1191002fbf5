/**
 * The output of one terminal, in pieces as they were sent. A place in the log is the number of UTF-16 units printed before it.
 *
 * Every reader has a cursor. A piece stays in the log until all cursors have passed it. Each cursor has a limit of how far it may
 * be behind; beyond that the oldest pieces are dropped, and the cursor reports the gap. The ledger has the whole output of
 * commands.
 */

import { BufferPool } from '../../ledger/text/buffer-pool.ts';
import { newlinesIn } from '../../protocol/terminal/newlines.ts';
import { linesEnd } from '../../screen/skim/skim.ts';

type Piece = {
  readonly start: number;
  readonly length: number;
  /** The text, or a buffer with its bytes. */
  held: string | Buffer;
  /** Line feeds printed before it. */
  readonly line: number;
  readonly hasEscape: boolean;
};

/** Stands for a dropped piece, until all dropped pieces are removed from the array at once. */
const GONE: Piece = { start: 0, length: 0, held: '', line: 0, hasEscape: false };
/** Dropped pieces are removed when there are at least so many. */
const MIN_GONE = 64;
/**
 * UTF-16 units at the end that stay strings: most readers want these, and they are dropped before they get into the old
 * generation.
 */
const YOUNG = 512 * 1024;

export class TextLog {
  #pieces: Piece[] = [];
  /** Index of the oldest piece that was not dropped. */
  #first = 0;
  /** Index of the oldest piece that is a string and may be moved into a buffer. */
  #young = 0;
  readonly #buffers = new BufferPool();
  #end: number;
  #lines = 0;
  #mixedUntil = 0;
  /** An incomplete escape sequence at the end of the log. */
  #unfinished = '';
  readonly #cursors = new Set<Cursor>();

  /** `end`: the place of the first piece, if there was output before the log began. */
  constructor(end = 0) {
    this.#end = end;
  }

  /** The place after everything printed. */
  get end(): number {
    return this.#end;
  }

  /** The place of the oldest text in the log. */
  get begin(): number {
    return this.#pieces[this.#first]?.start ?? this.#end;
  }

  /** The place from which on nothing but lines was printed (see `screen/skim/lines.ts`). */
  get mixedUntil(): number {
    return this.#mixedUntil;
  }

  /** Appends text. `lines` is the number of its line feeds, for those who have counted them already. */
  append(text: string, lines = newlinesIn(text)): void {
    if (text === '') return;
    const { length } = text;
    const hasEscape = text.includes('\x1b');
    this.#pieces.push({ start: this.#end, length, held: text, line: this.#lines, hasEscape });
    this.#end += length;
    this.#lines += lines;
    this.#classify(text);
    this.dropRead();
    this.#settleOld();
  }

  /** Returns the text between two places, as far as it is held. */
  read(from: number, to = this.#end): string {
    const found: string[] = [];
    for (let index = this.#indexOf(from); index < this.#pieces.length; index += 1) {
      const piece = this.#pieces[index];
      if (piece === undefined || piece.start >= to) break;
      found.push(textIn(piece, from - piece.start, to - piece.start));
    }
    return found.length === 1 ? (found[0] ?? '') : found.join('');
  }

  /** Whether no escape sequence is between two places. The whole of a piece counts when a place is inside of it. */
  isPlain(from: number, to: number): boolean {
    for (let index = this.#indexOf(from); index < this.#pieces.length; index += 1) {
      const piece = this.#pieces[index];
      if (piece === undefined || piece.start >= to) break;
      if (piece.hasEscape) return false;
    }
    return true;
  }

  /** Number of line feeds before a place, counted from where the log began; the place must be held. */
  lineAt(place: number): number {
    const piece = this.#pieces[this.#indexOf(place)];
    if (piece === undefined) return this.#lines;
    return piece.line + (place > piece.start ? newlinesIn(textIn(piece, 0, place - piece.start)) : 0);
  }

  /** Number of pieces from a place on. */
  pieces(from: number): number {
    return this.#pieces.length - this.#indexOf(from);
  }

  /** Begins to read at a place. `most`: UTF-16 units that are held for this reader, however far it is behind. */
  cursor(most: number, at = this.#end): Cursor {
    const cursor = new Cursor(this, at, most, () => this.#cursors.delete(cursor));
    this.#cursors.add(cursor);
    return cursor;
  }

  /** Drops the pieces that no cursor needs. */
  dropRead(): void {
    let needed = this.#end;
    for (const { at, most } of this.#cursors) needed = Math.min(needed, Math.max(at, this.#end - most));
    for (; this.#first < this.#pieces.length; this.#first += 1) {
      const piece = this.#pieces[this.#first] ?? GONE;
      if (piece.start + piece.length > needed) break;
      if (typeof piece.held !== 'string') this.#buffers.release(piece.held);
      this.#pieces[this.#first] = GONE;
    }
    this.#takeOutGone();
  }

  /**
   * Removes dropped pieces when they are more than half, so that the cost of an append does not depend on the size of the log.
   */
  #takeOutGone(): void {
    const { length } = this.#pieces;
    if (this.#first === length) this.#pieces.length = 0;
    else if (this.#first >= MIN_GONE && this.#first * 2 > length) this.#pieces.splice(0, this.#first);
    else return;
    this.#young = Math.max(0, this.#young - this.#first);
    this.#first = 0;
  }

  /** Turns the pieces that are no longer young into bytes, each once. */
  #settleOld(): void {
    this.#young = Math.max(this.#young, this.#first);
    for (; this.#young < this.#pieces.length; this.#young += 1) {
      const piece = this.#pieces[this.#young];
      if (piece === undefined || piece.start + piece.length > this.#end - YOUNG) return;
      if (typeof piece.held === 'string') piece.held = this.#buffers.take(piece.held) ?? piece.held;
    }
  }

  #classify(text: string): void {
    const joined = this.#unfinished + text;
    const end = linesEnd(joined);
    this.#unfinished = end === undefined ? '' : joined.slice(end);
    if (end === undefined) this.#mixedUntil = this.#end;
  }

  /** Index of the first piece that ends behind a place. */
  #indexOf(place: number): number {
    let low = this.#first;
    for (let high = this.#pieces.length; low < high; ) {
      const middle = (low + high) >>> 1;
      const piece = this.#pieces[middle];
      if (piece !== undefined && piece.start + piece.length <= place) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Returns the text of a piece between two offsets, as far as it reaches. */
function textIn({ held, length }: Piece, from: number, to: number): string {
  const [begin, end] = [Math.max(0, from), Math.min(length, to)];
  if (typeof held !== 'string') return held.toString('latin1', begin, end);
  return begin === 0 && end === length ? held : held.slice(begin, end);
}

/** A reader's place in a log. */
export class Cursor {
  readonly most: number;
  readonly #log: TextLog;
  readonly #leave: () => void;
  #at: number;

  constructor(log: TextLog, at: number, most: number, leave: () => void) {
    this.#log = log;
    this.#at = at;
    this.most = most;
    this.#leave = leave;
  }

  /** The place of what it reads next. */
  get at(): number {
    return this.#at;
  }

  /** UTF-16 units that it has not read, those of a gap among them. */
  get waiting(): number {
    return this.#log.end - this.#at;
  }

  /** The text that was dropped before this cursor read it, as two places; undefined if there is none. */
  get gap(): { readonly from: number; readonly to: number } | undefined {
    const { begin } = this.#log;
    return begin > this.#at ? { from: this.#at, to: begin } : undefined;
  }

  /** Reads on to a place, behind a gap if there is one. */
  readTo(place: number): string {
    const text = this.#log.read(this.#at, place);
    this.moveTo(place);
    return text;
  }

  moveTo(place: number): void {
    this.#at = place;
    this.#log.dropRead();
  }

  close(): void {
    this.#leave();
    this.#log.dropRead();
  }
}
