/**
 * The end of the last part of a content, in the pieces in which it came.
 *
 * To cut the head off one long text costs a copy of all of it, again and again while a flood goes on; put together anew
 * from its last pieces it costs none.
 */

import { LINE_SEARCH, safeCut } from './safe-cut.ts';
import { MAX_SEQUENCE } from './sequences.ts';
import type { ContentPart } from './state.ts';

/** UTF-16 units: shorter pieces are joined, so that there are never many. */
const PIECE = 4 * 1024;

export class Appended {
  #pieces: string[] = [];
  #length = 0;

  /** To be told of each change of the content, and of the data that made it, if that was it. */
  note(before: readonly ContentPart[], after: readonly ContentPart[], data: string | undefined): void {
    if (before === after) return;
    if (data === undefined || after.length !== before.length) this.clear();
    if (data === undefined) return;
    const last = this.#pieces.length - 1;
    const piece = this.#pieces[last];
    if (piece !== undefined && piece.length < PIECE) this.#pieces[last] = piece + data;
    else this.#pieces.push(data);
    this.#length += data.length;
  }

  clear(): void {
    this.#pieces = [];
    this.#length = 0;
  }

  /**
   * The text of that part without its head, cut where `safeCut` would with `atLeast`; undefined: the pieces do not reach
   * back that far.
   */
  cutHead(text: string, atLeast: number): string | undefined {
    const begin = text.length - this.#length;
    const from = Math.max(0, atLeast - MAX_SEQUENCE);
    if (begin > from) return undefined;
    // As far as a safe cut looks, back and forth.
    const first = this.#at(from - begin);
    const last = this.#at(atLeast - begin + LINE_SEARCH + MAX_SEQUENCE + 2);
    const start = begin + first.start;
    const seen = this.#pieces.slice(first.index, last.index + 1).join('');
    this.#drop(start - begin + safeCut(seen, atLeast - start));
    return this.#pieces.reduce((whole, piece) => whole + piece, '');
  }

  /** The piece in which a place lies, counted from the first; the last one for any place behind. */
  #at(place: number): { readonly index: number; readonly start: number } {
    let start = 0;
    let index = 0;
    for (; index < this.#pieces.length - 1; index += 1) {
      const { length } = this.#pieces[index] ?? '';
      if (place < start + length) break;
      start += length;
    }
    return { index, start };
  }

  #drop(chars: number): void {
    const { index, start } = this.#at(chars);
    const [cut = '', ...rest] = this.#pieces.slice(index);
    this.#pieces = [cut.slice(chars - start), ...rest];
    this.#length -= chars;
  }
}
