/** Waits, for a limited time, for conditions that are checked again whenever the terminal may have changed. */

import type { Clock } from '../common/clock.ts';

export class Waiters {
  readonly #clock: Clock;
  /** Checks of the conditions that are waited for. */
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Resolves with the first defined result of `test`, or with undefined when the time is over. */
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
