/**
 * Tells when a burst is over: much was printed since the last one, little is printed now, and nobody types.
 *
 * Node frees late or never what a burst leaves behind, because an idle process asks for no memory.
 */

/** UTF-16 units that make a burst. What reads them may leave a hundred times as many bytes behind. */
const BURST = 256 * 1024;
/** A burst is over when no more than `QUIET` units come in `QUIET_MS`: a spinner may go on turning. */
const QUIET_MS = 1000;
const QUIET = 16 * 1024;

export type BurstEndOptions = {
  readonly onEnd: () => void;
  /** Runs a function after so many milliseconds; the result cancels it. */
  readonly after: (ms: number, run: () => void) => () => void;
};

export class BurstEnd {
  readonly #options: BurstEndOptions;
  #printed = 0;
  #touched = false;
  /** Cancels the next look. Before a burst has come there is none, so an idle process has no timer. */
  #cancel: (() => void) | undefined;

  constructor(options: BurstEndOptions) {
    this.#options = options;
  }

  /** Must be called with the number of UTF-16 units printed. */
  printed(units: number): void {
    this.#printed += units;
    if (this.#printed >= BURST && this.#cancel === undefined) this.#check();
  }

  /** Must be called when somebody types. */
  touched(): void {
    this.#touched = true;
  }

  close(): void {
    this.#cancel?.();
  }

  #check(): void {
    const before = this.#printed;
    this.#touched = false;
    this.#cancel = this.#options.after(QUIET_MS, () => {
      this.#cancel = undefined;
      if (this.#touched || this.#printed - before > QUIET) {
        this.#check();
        return;
      }
      this.#printed = 0;
      this.#options.onEnd();
    });
  }
}
