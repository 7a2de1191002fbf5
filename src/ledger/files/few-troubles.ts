/** Reports unreadable lines of a file: the first few one by one, the others by their number, since there may be millions. */

const TOLD = 3;

export class FewTroubles {
  readonly #report: (why: string) => void;
  #count = 0;

  constructor(report: (why: string) => void) {
    this.#report = report;
  }

  take(why: string): void {
    this.#count += 1;
    if (this.#count <= TOLD) this.#report(why);
  }

  /** Must be called after the last line: reports how many troubles were not reported one by one. */
  end(): void {
    const more = this.#count - TOLD;
    if (more > 0) this.#report(`${more} more that cannot be read`);
  }
}
