/**
 * The longest time that a program draws unseen (synchronised output) at the host. Whoever subscribes while it draws is told so,
 * and waits for the end; without this limit everybody would wait, long after a program that has never said so.
 */

import type { Emulator } from '../../screen/emulator/emulator.ts';
import { HELD_MS } from '../../screen/emulator/emulator-held.ts';
import type { Clock } from '../ground/clock.ts';

export class DrawingLimit {
  readonly #emulator: Emulator;
  readonly #clock: Clock;
  #printedAt = 0;
  #cancel: (() => void) | undefined;

  constructor(emulator: Emulator, clock: Clock) {
    this.#emulator = emulator;
    this.#clock = clock;
  }

  /** Must be called when something was printed, although it is not parsed yet. */
  printed(): void {
    this.#printedAt = this.#clock.now();
  }

  /** Must be called when something was parsed. */
  parsed(): void {
    const { drawing } = this.#emulator;
    if (drawing === (this.#cancel !== undefined)) return;
    this.close();
    if (!drawing) return;
    // What was parsed only now may have been printed long ago.
    const left = this.#printedAt + HELD_MS - this.#clock.now();
    if (left > 0) this.#cancel = this.#clock.after(left, () => this.#end());
    else this.#end();
  }

  close(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #end(): void {
    this.#cancel = undefined;
    this.#emulator.endDrawing();
  }
}
