/** Waits for disconnected clients that run a pty, and ends their terminals when they do not come back. */

import type { Clock } from '../common/clock.ts';

/** A lost connection is back within seconds; a client that has ended never comes back. In milliseconds. */
const OWNER_GRACE_MS = 30_000;

export class OwnerWatch {
  readonly #clock: Clock;
  readonly #giveUp: (uri: string) => void;
  readonly #waits = new Map<string, () => void>();

  constructor(clock: Clock, giveUp: (uri: string) => void) {
    this.#clock = clock;
    this.#giveUp = giveUp;
  }

  /** Must be called with whether the owner of that terminal is connected now. */
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
