/** A clock that shows the time of the row that is played; behind the last one, that of the clock it is made of. */

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

  set(at: number | undefined): void {
    this.#at = at;
  }
}
