/**
 * Tells how fast a flood is read: fast, and while somebody types beside it with rests. Even a read that must not wait waits for
 * the kernel's own worker, which brings the bytes, and the keys of all terminals wait with it. A program that prints so much
 * then waits a little.
 */

import type { ReadingPace } from './pty-output.ts';

const FAST: ReadingPace = { aheadMs: 4, restMs: 0 };
const BESIDE_KEYS: ReadingPace = { aheadMs: 1, restMs: 1 };
/** Milliseconds after a key in which another one is expected. */
const TYPING_MS = 1000;
/** Milliseconds without a full read after which the next one begins another flood. */
const BETWEEN_MS = 50;

/** When something was last typed into any terminal of this host. */
let typedAt = Number.NEGATIVE_INFINITY;

export class FloodPace {
  readonly #now: () => number;
  /** When the flood began that is read now, and when the last full read of it was made. */
  #from = 0;
  #last = Number.NEGATIVE_INFINITY;

  /** `now` is in milliseconds. */
  constructor(now = () => performance.now()) {
    this.#now = now;
  }

  /** Must be called at each key. */
  typed(): void {
    typedAt = this.#now();
  }

  /** Must be called at each full read. The key that has started a command, before it printed, slows nothing. */
  next(): ReadingPace {
    const now = this.#now();
    if (now - this.#last > BETWEEN_MS) this.#from = now;
    this.#last = now;
    return typedAt > this.#from && now - typedAt < TYPING_MS ? BESIDE_KEYS : FAST;
  }
}
