/** The title of a terminal. A name that the user gives stays until the user removes it; otherwise programs set the title. */

export class Titles {
  readonly #fallback: string;
  readonly #change: (title: string) => void;
  #byUser: boolean;
  #program = '';

  /** `initial` is the user's name, or the title shown until a program sets one. */
  constructor(initial: string, byUser: boolean, change: (title: string) => void) {
    this.#fallback = initial;
    this.#byUser = byUser;
    this.#change = change;
  }

  fromProgram(title: string): void {
    this.#program = title;
    if (!this.#byUser) this.#change(title || this.#fallback);
  }

  /** Sets the user's name; an empty one gives the title back to the program. */
  fromUser(title: string): void {
    this.#byUser = title.trim() !== '';
    if (!this.#byUser) this.#change(this.#program || this.#fallback);
  }
}
