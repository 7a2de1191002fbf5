/** Ends terminals whose pty runs at a client, if that client has disconnected and does not reconnect in time. */

import type { Clock } from '../common/clock.ts';

/** Milliseconds. A lost connection is back within seconds; a client that was ended never comes back. */
const OWNER_GRACE_MS = 30_000;

export class OwnerWatch {
  readonly #clock: Clock;
  readonly #giveUp: (uri: string) => void;
  readonly #waits = new Map<string, () => void>();

  constructor(clock: Clock, giveUp: (uri: string) => void) {
    this.#clock = clock;
    this.#giveUp = giveUp;
  }

  /** Must be called with whether the owner of the terminal is connected. */
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
