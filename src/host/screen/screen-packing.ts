/**
 * Decides when the scrollback of a screen is packed: after a burst of output, and again after some time without reading or
 * writing.
 */

import type { Emulator } from '../../screen/emulator/emulator.ts';
import type { Clock } from '../common/clock.ts';

/** Milliseconds without output after which lines that were unpacked are packed again. */
const QUIET_MS = 5000;

export class ScreenPacking {
  readonly #emulator: Emulator;
  readonly #clock: Clock;
  #isPacked = false;
  #cancel: (() => void) | undefined;

  constructor(emulator: Emulator, clock: Clock) {
    this.#emulator = emulator;
    this.#clock = clock;
  }

  pack(): void {
    this.#cancel?.();
    this.#isPacked = true;
    this.#emulator.pack();
  }

  /** Must be called when something has been written. */
  unpacked(): void {
    if (!this.#isPacked) return;
    this.#isPacked = false;
    this.#packLater();
  }

  /** Returns the emulator with its lines as they are. */
  read(): Emulator {
    this.unpacked();
    return this.#emulator.unpack();
  }

  close(): void {
    this.#cancel?.();
    this.#isPacked = false;
  }

  #packLater(): void {
    const { version } = this.#emulator;
    this.#cancel = this.#clock.after(QUIET_MS, () => {
      if (this.#emulator.version === version) this.pack();
      else this.#packLater();
    });
  }
}
