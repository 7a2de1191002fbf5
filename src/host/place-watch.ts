/** Checks every few seconds that clients can still find the host: its socket, its locks, its address. */

import { stackOf } from '../protocol/common/reason-of.ts';
import type { Clock } from './common/clock.ts';

/** Milliseconds between checks, each of which takes some tenths of a millisecond. */
const EVERY_MS = 3000;

export class PlaceWatch {
  readonly #clock: Clock;
  readonly #check: () => Promise<void>;
  readonly #log: (message: string) => void;
  #cancel: (() => void) | undefined;
  #checking: Promise<void> = Promise.resolve();
  #closed = false;

  /** `check` is called at intervals; an error of it is logged. */
  constructor(clock: Clock, check: () => Promise<void>, log: (message: string) => void) {
    this.#clock = clock;
    this.#check = check;
    this.#log = log;
    this.#wait();
  }

  /** Stops the checks. Resolves when the current one has ended. */
  close(): Promise<void> {
    this.#closed = true;
    this.#cancel?.();
    return this.#checking;
  }

  #wait(): void {
    if (this.#closed) return;
    this.#cancel = this.#clock.after(EVERY_MS, () => {
      this.#checking = this.#check()
        .catch((error: unknown) => this.#log(`the socket, tokens or lock of the host: ${stackOf(error)}`))
        .then(() => this.#wait());
    });
  }
}
