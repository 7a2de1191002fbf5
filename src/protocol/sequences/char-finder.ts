/**
 * Finds the next of a set of characters: near ones by a loop, far ones by `indexOf`, which is many times faster.
 *
 * The time grows with the distance of the character that is found, however often and wherever the search begins.
 */

/** Characters that are looked at one by one. */
const NEAR = 64;
/** Characters of the first stretch that is searched by `indexOf`; each following one is twice as long. */
const FIRST_STRETCH = 512;

export class CharFinder {
  readonly #chars: readonly string[];
  readonly #wanted = new Uint8Array(0x10000);

  constructor(codes: Iterable<number>) {
    const all = [...codes];
    this.#chars = all.map((code) => String.fromCharCode(code));
    for (const code of all) this.#wanted[code] = 1;
  }

  /** Returns the index of the first wanted character in `text[from, end)`, or `end`. */
  find(text: string, from: number, end = text.length): number {
    const wanted = this.#wanted;
    const near = Math.min(end, from + NEAR);
    for (let at = from; at < near; at += 1) if (wanted[text.charCodeAt(at)] === 1) return at;
    for (let at = near, size = FIRST_STRETCH; at < end; at += size, size *= 2) {
      const stretch = Math.min(size, end - at);
      const found = this.#findIn(text.slice(at, at + stretch));
      if (found < stretch) return at + found;
    }
    return end;
  }

  #findIn(stretch: string): number {
    let left = stretch;
    for (const char of this.#chars) {
      const at = left.indexOf(char);
      if (at >= 0) left = left.slice(0, at);
    }
    return left.length;
  }
}

/** Returns the codes from `first` to `last`, both included. */
export function codes(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
