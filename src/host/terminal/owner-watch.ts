/** Waits for clients that run a pty to come back; gives their terminals up when they do not. */

import type { Clock } from '../ground/clock.ts';

/** A lost connection is back within seconds; a client that ended does not come back at all. */
const OWNER_GRACE_MS = 30_000;

export class OwnerWatch {
  readonly #clock: Clock;
  readonly #giveUp: (uri: string) => void;
  readonly #waits = new Map<string, () => void>();

  constructor(clock: Clock, giveUp: (uri: string) => void) {
    this.#clock = clock;
    this.#giveUp = giveUp;
  }

  /** Whether the owner of that terminal is there now. */
  seen(uri: string, connected: boolean): void {
    if (connected) {
      this.forget(uri);
    } else if (!this.#waits.has(uri)) {
      const cancel = this.#clock.after(OWNER_GRACE_MS, () => {
        this.#waits.delete(uri);
        this.#giveUp(uri);
      });
      this.#waits.set(uri, cancel);
    }
  }

  forget(uri: string): void {
    this.#waits.get(uri)?.();
    this.#waits.delete(uri);
  }
}
