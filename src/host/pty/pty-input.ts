/** Queue of input for a program — written to the pty in order, as fast as the program reads. */

import type { Clock } from '../ground/clock.ts';

/** Writes bytes and returns how many were written; `full`: try again later; `gone`: nothing will be read any more. */
export type WriteSome = (bytes: Uint8Array) => number | 'full' | 'gone';

/** Limit in bytes, four pastes of the largest size. A text beyond it is refused whole, never shortened. */
export const MAX_WAITING = 4 * 1024 * 1024;

/** Delays between attempts to write to a program that does not read: doubled each time, up to the last. */
const FIRST_RETRY_MS = 1;
const LAST_RETRY_MS = 16;

export class PtyInput {
  readonly #writeSome: WriteSome;
  readonly #clock: Clock;
  #waiting: Uint8Array[] = [];
  #waitingBytes = 0;
  #retryMs = FIRST_RETRY_MS;
  #cancelRetry: (() => void) | undefined;
  #closed = false;

  constructor(writeSome: WriteSome, clock: Clock) {
    this.#writeSome = writeSome;
    this.#clock = clock;
  }

  get room(): number {
    return this.#closed ? 0 : MAX_WAITING - this.#waitingBytes;
  }

  write(input: string | Uint8Array): boolean {
    const bytes = typeof input === 'string' ? Buffer.from(input, 'utf8') : input;
    if (bytes.length > this.room) return false;
    if (bytes.length === 0) return true;
    this.#waiting.push(bytes);
    this.#waitingBytes += bytes.length;
    if (this.#cancelRetry === undefined) this.#push();
    return true;
  }

  close(): void {
    this.#closed = true;
    this.#cancelRetry?.();
    this.#cancelRetry = undefined;
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  #push(): void {
    this.#cancelRetry = undefined;
    let [next] = this.#waiting;
    while (next !== undefined) {
      const taken = this.#writeSome(next);
      if (taken === 'gone') {
        this.close();
        return;
      }
      if (taken === 'full' || taken === 0) {
        this.#retry();
        return;
      }
      this.#retryMs = FIRST_RETRY_MS;
      this.#waitingBytes -= taken;
      if (taken < next.length) this.#waiting[0] = next.subarray(taken);
      else this.#waiting.shift();
      [next] = this.#waiting;
    }
  }

  #retry(): void {
    this.#cancelRetry = this.#clock.after(this.#retryMs, () => this.#push());
    this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
  }
}
