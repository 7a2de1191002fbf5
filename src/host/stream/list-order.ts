/** The order of the root list: by creation, until somebody moves a terminal. */

/** Distance in milliseconds between neighbours when all places are assigned again. */
const SPREAD = 1024;

export class ListOrder {
  /** The place of each terminal: its creation time (Unix ms), or a number between those of its neighbours. */
  readonly #places = new Map<string, number>();

  /** Adds a terminal at its place. With `last`, it is added at the end if its place is before others. */
  opened(uri: string, place: number, last: boolean): void {
    const behind = last ? Math.max(place, this.#last() + 1) : place;
    this.#places.set(uri, behind);
  }

  gone(uri: string): void {
    this.#places.delete(uri);
  }

  sorted<T extends { readonly uri: string }>(list: readonly T[]): readonly T[] {
    return list.toSorted((left, right) => this.#place(left.uri) - this.#place(right.uri));
  }

  /** Moves a terminal before another one, or to the end. Returns the places that have changed. */
  move(uri: string, before: string | undefined): ReadonlyMap<string, number> {
    if (uri === before || !this.#places.has(uri)) return new Map();
    const others = this.#sorted().filter((each) => each !== uri);
    const found = before === undefined ? -1 : others.indexOf(before);
    const at = found < 0 ? others.length : found;
    const low = this.#place(others[at - 1]);
    const high = this.#place(others[at]);
    const place = between(low, high);
    const changed =
      place === undefined ? this.#spread(others.toSpliced(at, 0, uri)) : new Map([[uri, place]]);
    for (const [each, next] of changed) this.#places.set(each, next);
    return changed;
  }

  /** Assigns new places to all terminals, because there is no number left between two neighbours. */
  #spread(uris: readonly string[]): ReadonlyMap<string, number> {
    const first = this.#place(this.#sorted()[0]);
    return new Map(uris.map((uri, index) => [uri, first + index * SPREAD]));
  }

  #sorted(): readonly string[] {
    return [...this.#places.keys()].toSorted((left, right) => this.#place(left) - this.#place(right));
  }

  #last(): number {
    return Math.max(0, ...this.#places.values());
  }

  /** Returns the place of a terminal, NaN if there is none. */
  #place(uri: string | undefined): number {
    return this.#places.get(uri ?? '') ?? Number.NaN;
  }
}

/** Returns a number between two places. NaN stands for the end of the list. Undefined if there is no such number. */
function between(low: number, high: number): number | undefined {
  if (Number.isNaN(low)) return Number.isNaN(high) ? 0 : high - SPREAD;
  if (Number.isNaN(high)) return low + 1;
  const middle = (low + high) / 2;
  return middle > low && middle < high ? middle : undefined;
}
