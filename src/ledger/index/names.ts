/** Numbers texts that many commands have in common: folders, writers, machines. */

export class Names {
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];

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
