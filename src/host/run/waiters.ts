/** Waits with a time limit for conditions, which are tested again whenever the terminal may have changed. */

import type { Clock } from '../common/clock.ts';

export class Waiters {
  readonly #clock: Clock;
  /** The tests of all waits. */
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves with the first result of `test` that is not undefined, or with undefined at the time limit. */
  waitFor<T>(withinMs: number, test: () => T | undefined): Promise<T | undefined> {
    const now = test();
    if (now !== undefined || withinMs <= 0) return Promise.resolve(now);
    return new Promise((resolve) => {
      const settle = (value: T | undefined) => {
        cancel();
        this.#waiting.delete(recheck);
        resolve(value);
      };
      const recheck = () => {
        const value = test();
        if (value !== undefined) settle(value);
      };
      const cancel =
        withinMs === Number.POSITIVE_INFINITY
          ? () => {}
          : this.#clock.after(withinMs, () => settle(undefined));
      this.#waiting.add(recheck);
    });
  }

  /** Tests all conditions again. */
  check(): void {
    if (this.#waiting.size === 0) return;
    for (const recheck of [...this.#waiting]) recheck();
  }
}
