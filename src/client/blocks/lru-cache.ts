/** A cache with a limit on the total cost of its values. It drops the least recently used, but never the newest. */

export class LruCache<Key, Value> {
  /** Entries, least recently used first. */
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

  /** Stores the value and returns it. */
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
