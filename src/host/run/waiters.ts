/** Waiting, within bounds, for something that is looked at again whenever it may have changed. */

import type { Clock } from '../ground/clock.ts';

export class Conditions {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** What `seen` answers as soon as it answers something; undefined: not in time. */
  until<T>(withinMs: number, seen: () => T | undefined): Promise<T | undefined> {
    const now = seen();
    if (now !== undefined || withinMs <= 0) return Promise.resolve(now);
    return new Promise((resolve) => {
      const settle = (value: T | undefined) => {
        cancel();
        this.#waiting.delete(again);
        resolve(value);
      };
      const again = () => {
        const value = seen();
        if (value !== undefined) settle(value);
      };
      const cancel =
        withinMs === Number.POSITIVE_INFINITY
          ? () => {}
          : this.#clock.after(withinMs, () => settle(undefined));
      this.#waiting.add(again);
    });
  }

  look(): void {
    if (this.#waiting.size === 0) return;
    for (const again of [...this.#waiting]) again();
  }
}
