/** Ends a host that has had neither clients nor terminals for a while. */

import type { Clock } from './common/clock.ts';

export class IdleWatch {
  readonly #clock: Clock;
  readonly #idleMs: number;
  readonly #isIdle: () => boolean;
  readonly #end: () => void;
  #cancel: (() => void) | undefined;

  constructor(clock: Clock, idleMs: number, isIdle: () => boolean, end: () => void) {
    this.#clock = clock;
    this.#idleMs = idleMs;
    this.#isIdle = isIdle;
    this.#end = end;
  }

  /** Must be called when a client or terminal has come or gone. */
  check(): void {
    this.close();
    if (this.#isIdle()) this.#cancel = this.#clock.after(this.#idleMs, this.#end);
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
