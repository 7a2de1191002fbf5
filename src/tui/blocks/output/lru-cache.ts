/** A cache with a limit on the cost of all its values; the least recently used go first, the newest always stays. */

export class Bounded<Key, Value> {
  /** Least recently used first. */
  readonly #values = new Map<Key, { readonly value: Value; readonly cost: number }>();
  readonly #limit: number;
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#values.size;
  }

  get(key: Key): Value | undefined {
    const entry = this.#values.get(key);
    if (entry === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, entry);
    return entry.value;
  }

  /** Keeps the value and returns it. */
  set(key: Key, value: Value, cost: number): Value {
    this.delete(key);
    this.#values.set(key, { value, cost });
    this.#total += cost;
    for (const oldest of this.#values.keys()) {
      if (this.#total <= this.#limit || this.#values.size === 1) break;
      this.delete(oldest);
    }
    return value;
  }

  delete(key: Key): void {
    this.#total -= this.#values.get(key)?.cost ?? 0;
    this.#values.delete(key);
  }

  clear(): void {
    this.#values.clear();
    this.#total = 0;
  }
}
