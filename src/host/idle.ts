/** Ends a host that nobody has used for a while: no client, no terminal. */

import type { Clock } from './ground/clock.ts';

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

  /** Somebody came or went. */
  look(): void {
    this.close();
    if (this.#isIdle()) this.#cancel = this.#clock.after(this.#idleMs, this.#end);
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }
}
