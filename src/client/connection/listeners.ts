/** Listeners of one kind: a list that may change while they are called. */
export class Listeners<Args extends readonly unknown[]> {
  #all: readonly ((...args: Args) => void)[] = [];

  /** The returned function stops the listening. */
  add(listener: (...args: Args) => void): () => void {
    this.#all = [...this.#all, listener];
    return () => {
      this.#all = this.#all.filter((other) => other !== listener);
    };
  }

  tell(...args: Args): void {
    for (const listener of this.#all) listener(...args);
  }
}
