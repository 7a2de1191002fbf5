/** Notices that a program reads a secret: looks at the terminal's modes when it may have asked for one, not all the time. */

import type { Clock } from './clock.ts';

/** A prompt and its mode come in no fixed order. */
const SETTLE_MS = 40;
/** Each look starts a small process: at most some three a second for a terminal. */
const REST_MS = 300;

export class EchoWatch {
  readonly #look: () => Promise<boolean | undefined>;
  readonly #clock: Clock;
  readonly #changed: (off: boolean) => void;
  #off = false;
  #busy = false;
  #again = false;
  #closed = false;
  #cancel: () => void = () => {};

  constructor(look: () => Promise<boolean | undefined>, clock: Clock, changed: (off: boolean) => void) {
    this.#look = look;
    this.#clock = clock;
    this.#changed = changed;
  }

  get off(): boolean {
    return this.#off;
  }

  /** Something was typed, or printed that may be a prompt. */
  poke(): void {
    if (this.#closed) return;
    this.#again = true;
    if (this.#busy) return;
    this.#busy = true;
    this.#cancel = this.#clock.after(SETTLE_MS, () => {
      this.#again = false;
      this.#look().then(
        (off) => this.#seen(off ?? false),
        () => this.#seen(false),
      );
    });
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
  }

  #seen(off: boolean): void {
    if (this.#closed) return;
    if (off !== this.#off) {
      this.#off = off;
      this.#changed(off);
    }
    this.#cancel = this.#clock.after(REST_MS, () => {
      this.#busy = false;
      // While the echo is off somebody has to notice when it comes back, be it without a word.
      if (this.#again || this.#off) this.poke();
    });
  }
}
