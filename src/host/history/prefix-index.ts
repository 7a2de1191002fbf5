/**
 * Finds the newest lines with a prefix among very many. Lines with the same prefix are neighbours in sorted order, and a tree
 * over that order knows the newest of any neighbours: a search takes as long for a hundred lines as for a hundred thousand.
 */

import { type Pause, sortedInSlices } from './slices.ts';

export class PrefixIndex {
  /** Newest first. The index of a line is its age. */
  readonly #lines: readonly string[];
  /** Ages, sorted by line. */
  readonly #sorted: Uint32Array;
  /** A segment tree: node `n` has the smallest age of nodes `2n` and `2n + 1`; the leaves are `#sorted`. */
  readonly #tree: Uint32Array;

  private constructor(lines: readonly string[], sorted: Uint32Array) {
    const count = sorted.length;
    this.#lines = lines;
    this.#sorted = sorted;
    this.#tree = new Uint32Array(2 * count);
    this.#tree.set(sorted, count);
    for (let node = count - 1; node > 0; node -= 1) this.#tree[node] = this.#smaller(2 * node, 2 * node + 1);
  }

  /** `lines` are newest first, each once. */
  static async of(lines: readonly string[], pause: Pause): Promise<PrefixIndex> {
    const ages = Array.from(lines, (_, age) => age);
    const byText = (one: number, other: number): number => order(lines[one] ?? '', lines[other] ?? '');
    return new PrefixIndex(lines, Uint32Array.from(await sortedInSlices(ages, byText, pause)));
  }

  /** Yields the ages of the lines that begin with the prefix, newest first. */
  *newest(prefix: string): Generator<number> {
    const waiting = new Ranges();
    const add = (from: number, to: number): void => {
      if (from < to) waiting.push({ from, to, age: this.#newestIn(from, to) });
    };
    add(this.#first(prefix, false), this.#first(prefix, true));
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      yield next.age;
      const at = this.#placeOf(next.age);
      add(next.from, at);
      add(at + 1, next.to);
    }
  }

  /**
   * Returns the first index in `#sorted` whose line is not before the prefix; with `behind`, the first after all lines with the
   * prefix.
   */
  #first(prefix: string, behind: boolean): number {
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const line = this.#lines[this.#sorted[middle] ?? 0] ?? '';
      const isBefore = line < prefix || (behind && line.startsWith(prefix));
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #newestIn(from: number, to: number): number {
    const count = this.#sorted.length;
    let age = Number.MAX_SAFE_INTEGER;
    for (let [left, right] = [from + count, to + count]; left < right; left >>>= 1, right >>>= 1) {
      if (left % 2 === 1) age = Math.min(age, this.#tree[left++] ?? age);
      if (right % 2 === 1) age = Math.min(age, this.#tree[--right] ?? age);
    }
    return age;
  }

  #placeOf(age: number): number {
    return this.#first(this.#lines[age] ?? '', false);
  }

  #smaller(one: number, other: number): number {
    return Math.min(this.#tree[one] ?? 0, this.#tree[other] ?? 0);
  }
}

type Range = { readonly from: number; readonly to: number; readonly age: number };

/** A heap of ranges, ordered by their newest line. */
class Ranges {
  readonly #heap: Range[] = [];

  push(range: Range): void {
    const heap = this.#heap;
    let at = heap.push(range) - 1;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if ((heap[parent]?.age ?? 0) <= range.age) break;
      heap[at] = heap[parent] as Range;
      at = parent;
    }
    heap[at] = range;
  }

  pop(): Range | undefined {
    const heap = this.#heap;
    const [first] = heap;
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if ((heap[child + 1]?.age ?? Number.MAX_SAFE_INTEGER) < (heap[child]?.age ?? 0)) child += 1;
      if ((heap[child]?.age ?? 0) >= last.age) break;
      heap[at] = heap[child] as Range;
      at = child;
    }
    heap[at] = last;
    return first;
  }
}

function order(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
