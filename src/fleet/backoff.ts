/**
 * How long to wait before the next attempt: twice as long after each failure, up to half a minute. Each wait is up to a half
 * longer by chance, so that a thousand hosts do not come back in the same moment.
 */

const [FIRST_MS, MOST_MS] = [250, 30_000];

export class Backoff {
  readonly #random: () => number;
  #failures = 0;

  constructor(random: () => number = Math.random) {
    this.#random = random;
  }

  /** Returns milliseconds. */
  next(): number {
    const ms = Math.min(MOST_MS, FIRST_MS * 2 ** this.#failures);
    if (ms < MOST_MS) this.#failures += 1;
    return Math.round(ms * (1 + this.#random() / 2));
  }

  /** Must be called when an attempt has succeeded. */
  succeeded(): void {
    this.#failures = 0;
  }
}
