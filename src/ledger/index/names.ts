/** Numbers texts that many commands have in common: folders, writers, machines. */

export class Names {
  readonly #ids: Map<string, number>;
  readonly #names: string[];

  constructor(names: readonly string[] = []) {
    this.#names = [...names];
    this.#ids = new Map(names.map((name, id) => [name, id]));
  }

  get all(): readonly string[] {
    return this.#names;
  }

  idOf(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    this.#ids.set(name, this.#names.length);
    this.#names.push(name);
    return this.#names.length - 1;
  }

  /** Returns the names that are marked with a 1, and the new number of each. */
  only(marks: Uint8Array): { readonly texts: Names; readonly ids: Uint32Array } {
    const texts = new Names();
    const ids = Uint32Array.from(this.#names, (name, id) => (marks[id] === 1 ? texts.idOf(name) : 0));
    return { texts, ids };
  }

  find(name: string): number | undefined {
    return this.#ids.get(name);
  }

  name(id: number): string {
    return this.#names[id] ?? '';
  }

  /** Returns a 1 for each name that passes the test. */
  that(passes: (name: string) => boolean): Uint8Array {
    return Uint8Array.from(this.#names, (name) => (passes(name) ? 1 : 0));
  }
}
