/** A clock that stands still until a test moves it. */

import type { Clock } from '../../src/host/common/clock.ts';

type Alarm = { readonly at: number; readonly run: () => void };

export class HandClock implements Clock {
  #now = 1_000_000;
  #alarms: Alarm[] = [];
  #soon: (() => void)[] = [];

  /** Wake-ups that are still to come. */
  get waiting(): number {
    return this.#alarms.length + this.#soon.length;
  }

  now(): number {
    return this.#now;
  }

  after(ms: number, run: () => void): () => void {
    const alarm = { at: this.#now + ms, run };
    this.#alarms.push(alarm);
    return () => {
      this.#alarms = this.#alarms.filter((other) => other !== alarm);
    };
  }

  soon(run: () => void): void {
    this.#soon.push(run);
  }

  /** Lets that much time pass; what is due runs in its order. */
  pass(ms: number): void {
    const until = this.#now + ms;
    this.turn();
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.#now = Math.max(this.#now, next.at);
      this.#alarms = this.#alarms.filter((other) => other !== next);
      next.run();
      this.turn();
    }
    this.#now = until;
  }

  /** One turn of the event loop: what was put off to it, and what that puts off in turn. */
  turn(): void {
    while (this.#soon.length > 0) for (const run of this.#soon.splice(0)) run();
  }

  #next(until: number): Alarm | undefined {
    return this.#alarms
      .filter(({ at }) => at <= until)
      .reduce<Alarm | undefined>(
        (first, alarm) => (first && first.at <= alarm.at ? first : alarm),
        undefined,
      );
  }
}
