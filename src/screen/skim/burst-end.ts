/**
 * Detects the end of a burst of output: much was printed since the last one, little is printed now, and nobody types.
 *
 * The caller frees memory then: Node frees what a burst leaves behind late or never, because an idle process allocates nothing.
 */

/** UTF-16 units that make a burst. Reading them may leave a hundred times as many bytes of garbage. */
const BURST = 256 * 1024;
/** A burst has ended when no more than `QUIET` units come within `QUIET_MS`, as a spinner prints. */
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
  /** Cancels the next check. An idle process has no timer: checks begin with a burst. */
  #cancel: (() => void) | undefined;

  constructor(options: BurstEndOptions) {
    this.#options = options;
  }

  /** Must be called with the number of UTF-16 units printed. */
  printed(units: number): void {
    this.#printed += units;
    if (this.#printed >= BURST && this.#cancel === undefined) this.#check();
  }

  /** Must be called at each key. */
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
