/** Checks every few seconds that clients can still find the host: its socket, its locks, its address. */

import { stackOf } from '../protocol/common/reason-of.ts';
import type { Clock } from './common/clock.ts';

/** A look takes some tenths of a millisecond; a person who comes back meanwhile waits so long at most. */
const EVERY_MS = 3000;

export class PlaceWatch {
  readonly #clock: Clock;
  readonly #look: () => Promise<void>;
  readonly #log: (message: string) => void;
  #cancel: (() => void) | undefined;
  #looking: Promise<void> = Promise.resolve();
  #closed = false;

  /** A look that fails is logged, and the next one comes at its time. */
  constructor(clock: Clock, look: () => Promise<void>, log: (message: string) => void) {
    this.#clock = clock;
    this.#look = look;
    this.#log = log;
    this.#wait();
  }

  /** Resolves when the look that is under way has ended. */
  close(): Promise<void> {
    this.#closed = true;
    this.#cancel?.();
    return this.#looking;
  }

  #wait(): void {
    if (this.#closed) return;
    this.#cancel = this.#clock.after(EVERY_MS, () => {
      this.#looking = this.#look()
        .catch((error: unknown) => this.#log(`the place of the host: ${stackOf(error)}`))
        .then(() => this.#wait());
    });
  }
}
