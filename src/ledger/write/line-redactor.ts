/**
 * Redacts secrets in output that arrives in pieces. A line is passed on when it is complete, so that no secret passes
 * in two halves. Pieces without a secret keep their time; a changed line becomes one piece.
 */

import { endsKey, opensKey, redact } from '../../protocol/common/redact.ts';

/** One row of a recording: output (`o`), or an event between outputs (`r` for a new size, `m` for a mark). */
export type Piece = { readonly at: number; readonly code: 'o' | 'r' | 'm'; readonly data: string };

/**
 * UTF-16 units that may wait for the end of their line. Beyond this limit the front is passed on, and the last
 * `KEPT_BACK` units stay, because a secret may begin there: full-screen programs print no line ends at all.
 */
const HELD = 16 * 1024;
const KEPT_BACK = 8 * 1024;
/** Limit of a private key in UTF-16 units: after that many the search for its end stops and text is kept again. */
const KEY_MOST = 16 * 1024;

export class LineRedactor {
  #held: Piece[] = [];
  #length = 0;
  #keyLeft = 0;

  /** Takes a piece and returns the pieces that can be written now. */
  take(piece: Piece): readonly Piece[] {
    if (piece.code !== 'o') {
      if (this.#length === 0) return [piece];
      this.#held.push(piece);
      return [];
    }
    const end = piece.data.lastIndexOf('\n') + 1;
    if (end === 0) {
      this.#hold(piece);
      return this.#length > HELD ? this.#shorten() : [];
    }
    this.#hold({ ...piece, data: piece.data.slice(0, end) });
    const whole = this.end();
    this.#hold({ ...piece, data: piece.data.slice(end) });
    return this.#length > HELD ? [...whole, ...this.#shorten()] : whole;
  }

  /** Ends the line, or the output, and returns all held pieces. */
  end(): readonly Piece[] {
    const pieces = this.#held;
    this.#held = [];
    this.#length = 0;
    const text = printedIn(pieces);
    const clean = this.#clean(text);
    return clean === text ? pieces : changed(pieces, clean);
  }

  #hold(piece: Piece): void {
    if (piece.data === '') return;
    this.#held.push(piece);
    this.#length += piece.data.length;
  }

  /** Returns the front of the held text, which holds no part of a secret that may still continue. */
  #shorten(): readonly Piece[] {
    const text = printedIn(this.#held);
    const pieces = this.#held;
    const clean = redact(text);
    const back = Math.min(KEPT_BACK, commonEnd(text, clean));
    const at = notInCharacter(text, text.length - back);
    this.#held = [];
    this.#length = 0;
    if (clean === text) {
      const [front, rest] = splitAt(pieces, at);
      for (const piece of rest) this.#held.push(piece);
      this.#length = text.length - at;
      return front;
    }
    const last = pieces.at(-1);
    if (last !== undefined) this.#hold({ at: last.at, code: 'o', data: text.slice(at) });
    return changed(pieces, clean.slice(0, clean.length - (text.length - at)));
  }

  #clean(text: string): string {
    if (this.#keyLeft === 0 && !opensKey(text)) return redact(text);
    return text
      .split(/(?<=\n)/)
      .map((line) => this.#line(line))
      .join('');
  }

  #line(line: string): string {
    if (this.#keyLeft > 0) {
      this.#keyLeft = endsKey(line) ? 0 : Math.max(0, this.#keyLeft - line.length);
      return '';
    }
    if (!opensKey(line)) return redact(line);
    if (!endsKey(line)) this.#keyLeft = KEY_MOST;
    // The redaction removed the line end as well.
    return `${redact(line).trimEnd()}\r\n`;
  }
}

function printedIn(pieces: readonly Piece[]): string {
  return pieces.map(({ code, data }) => (code === 'o' ? data : '')).join('');
}

/** Joins the text into one piece at the time of the first piece; the events between follow it. */
function changed(pieces: readonly Piece[], text: string): Piece[] {
  const [first] = pieces;
  const between = pieces.filter(({ code }) => code !== 'o');
  return first === undefined ? [] : [{ at: first.at, code: 'o', data: text }, ...between];
}

function splitAt(pieces: readonly Piece[], at: number): [Piece[], Piece[]] {
  const front: Piece[] = [];
  const rest: Piece[] = [];
  let left = at;
  for (const piece of pieces) {
    const size = piece.code === 'o' ? piece.data.length : 0;
    if (left >= size && rest.length === 0) front.push(piece);
    else if (left > 0) {
      front.push({ ...piece, data: piece.data.slice(0, left) });
      rest.push({ ...piece, data: piece.data.slice(left) });
    } else rest.push(piece);
    left = Math.max(0, left - size);
  }
  return [front, rest];
}

function commonEnd(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let count = 0;
  while (count < most && one.at(-1 - count) === other.at(-1 - count)) count += 1;
  return count;
}

function notInCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return code >= 0xd800 && code <= 0xdbff ? at - 1 : at;
}
