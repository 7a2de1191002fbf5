/**
 * Limits how much text is processed in one turn of the event loop.
 *
 * The cost of a piece depends on its content: a switch of the alternate screen costs a thousand times as much as a letter. So the
 * limit follows the time that the last turn took.
 */

/** A turn that took longer is made smaller, in milliseconds; one that took less than half of it may grow. */
const TURN_MS = 6;

export class TurnSize {
  readonly #least: number;
  readonly #most: number;
  readonly #now: () => number;
  #size: number;

  /** `least` and `most` in the unit of the work; `now` in milliseconds. */
  constructor(least: number, most: number, now: () => number = () => performance.now()) {
    this.#least = least;
    this.#most = most;
    this.#now = now;
    this.#size = most;
  }

  /** How much the next turn may process. */
  get size(): number {
    return this.#size;
  }

  /** Does the work of one turn; `work` returns how much it has done. */
  run(work: (size: number) => number): void {
    const size = this.#size;
    const from = this.#now();
    const done = work(size);
    const took = this.#now() - from;
    if (took > TURN_MS) {
      // If little work took long, another process probably had the CPU.
      if (2 * done >= size) this.#size = Math.max(this.#least, Math.floor((size * TURN_MS) / took));
    } else if (done >= size && 2 * took < TURN_MS) this.#size = Math.min(this.#most, 2 * size);
  }
}
