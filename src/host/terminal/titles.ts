/** Who names a terminal: a name the user gave stays, until it is taken back, whatever programs wish. */

export class Titles {
  readonly #fallback: string;
  readonly #change: (title: string) => void;
  #byUser: boolean;
  #program = '';

  /** `initial` is the user's, or what stands until a program sets one. */
  constructor(initial: string, byUser: boolean, change: (title: string) => void) {
    this.#fallback = initial;
    this.#byUser = byUser;
    this.#change = change;
  }

  fromProgram(title: string): void {
    this.#program = title;
    if (!this.#byUser) this.#change(title || this.#fallback);
  }

  /** An empty name gives the title back to the program. */
  fromUser(title: string): void {
    this.#byUser = title.trim() !== '';
    if (!this.#byUser) this.#change(this.#program || this.#fallback);
  }
}
