/**
 * The pieces in which the end of the last content part arrived: the strings of which its text is made, not a copy. A host and its
 * clients keep them beside their states.
 *
 * Cutting the head off one long string copies all of it, again and again during bulk output; joining the last pieces avoids that.
 */

import { MAX_SEQUENCE } from '../sequences/sequences.ts';
import { newlinesIn, newlinesOf } from './newlines.ts';
import { LINE_SEARCH, safeCut } from './safe-cut.ts';
import type { ContentPart } from './state.ts';

/** UTF-16 units; shorter pieces are joined, so that there are never many. */
const PIECE = 4 * 1024;

type Piece = { text: string; lines: number };

export class TailPieces {
  #pieces: Piece[] = [];
  #length = 0;

  /** Records a change of the content, and the action that appended data to it, if the change was that. */
  note(
    before: readonly ContentPart[],
    after: readonly ContentPart[],
    added: { readonly data: string } | undefined,
  ): void {
    if (before === after) return;
    if (added === undefined || after.length !== before.length) this.clear();
    if (added === undefined) return;
    const { data } = added;
    const lines = newlinesOf(added);
    const piece = this.#pieces.at(-1);
    if (piece !== undefined && piece.text.length < PIECE) {
      piece.text += data;
      piece.lines += lines;
    } else {
      this.#pieces.push({ text: data, lines });
    }
    this.#length += data.length;
  }

  clear(): void {
    this.#pieces = [];
    this.#length = 0;
  }

  /**
   * Returns the text of the part without its head, cut where `safeCut` would cut it with `atLeast`, and the number of line
   * ends in that head. Returns undefined when the pieces do not reach back that far.
   */
  cutHead(text: string, atLeast: number): { readonly rest: string; readonly lines: number } | undefined {
    const begin = text.length - this.#length;
    const from = Math.max(0, atLeast - MAX_SEQUENCE);
    if (begin > from) return undefined;
    // The range that a safe cut examines, backwards and forwards.
    const first = this.#at(from - begin);
    const last = this.#at(atLeast - begin + LINE_SEARCH + MAX_SEQUENCE + 2);
    const start = begin + first.start;
    const seen = textOf(this.#pieces.slice(first.index, last.index + 1));
    const before = begin === 0 ? 0 : newlinesIn(text, 0, begin);
    const lines = before + this.#drop(start - begin + safeCut(seen, atLeast - start));
    return { rest: textOf(this.#pieces), lines };
  }

  /** Returns the piece that contains `place`, an offset from the first piece; the last piece for any offset beyond. */
  #at(place: number): { readonly index: number; readonly start: number } {
    let start = 0;
    let index = 0;
    for (; index < this.#pieces.length - 1; index += 1) {
      const { length } = this.#pieces[index]?.text ?? '';
      if (place < start + length) break;
      start += length;
    }
    return { index, start };
  }

  /** Drops text from the front and returns the number of line ends in it. */
  #drop(chars: number): number {
    const { index, start } = this.#at(chars);
    const gone = this.#pieces.slice(0, index);
    const [cut = { text: '', lines: 0 }, ...rest] = this.#pieces.slice(index);
    const lines = newlinesIn(cut.text, 0, chars - start);
    this.#pieces = [{ text: cut.text.slice(chars - start), lines: cut.lines - lines }, ...rest];
    this.#length -= chars;
    return gone.reduce((sum, piece) => sum + piece.lines, lines);
  }
}

/** Joins by concatenation, which copies nothing. */
function textOf(pieces: readonly Piece[]): string {
  return pieces.reduce((whole, { text }) => whole + text, '');
}
