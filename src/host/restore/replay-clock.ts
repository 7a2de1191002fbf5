/** A clock for replaying: shows the time of the current row, and real time once all rows are replayed. */

import type { Clock } from '../common/clock.ts';

export class ReplayClock implements Clock {
  readonly #clock: Clock;
  #at: number | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  now(): number {
    return this.#at ?? this.#clock.now();
  }

  after(ms: number, run: () => void): () => void {
    return this.#clock.after(ms, run);
  }

  soon(run: () => void): void {
    this.#clock.soon(run);
  }

  /** Sets the time of the current row, in Unix milliseconds; undefined for real time. */
  set(at: number | undefined): void {
    this.#at = at;
  }
}
