/**
 * Joins the output of one terminal on its way into the log: the first piece is sent at once, pieces of the next milliseconds
 * are sent together. Text that waits here is in no log, state or screen yet.
 */

import type { Clock } from '../common/clock.ts';

/** Milliseconds: long enough to join the pieces of one write, too short to be seen. */
export const JOIN_MS = 4;

/** Most UTF-16 units in one action; longer text is sent as several. Small, so that no key waits long for one action. */
export const MAX_DATA = 16 * 1024;

/** Time (ms) after input in which its echo is expected; some shells print an echo in two pieces. */
const ECHO_MS = 40;

/** Longest piece in UTF-16 units that is taken for an echo and not held back. */
const ECHO_CHARS = 1024;

export class OutputBatch {
  readonly #emit: (text: string) => void;
  readonly #clock: Clock;
  #joinMs = JOIN_MS;
  #waiting = '';
  #echoUntil = Number.NEGATIVE_INFINITY;
  #cancel: (() => void) | undefined;

  constructor(emit: (text: string) => void, clock: Clock) {
    this.#emit = emit;
    this.#clock = clock;
  }

  /** Sets how long pieces are held back; 0 holds nothing back. */
  set joinMs(ms: number) {
    this.#joinMs = ms;
  }

  /** Must be called when input was taken: for a moment small pieces, which may be its echo, are sent at once. */
  expectEcho(): void {
    this.#echoUntil = this.#clock.now() + ECHO_MS;
  }

  add(text: string): void {
    if (text === '') return;
    if (text.length <= ECHO_CHARS && this.#clock.now() < this.#echoUntil) {
      this.#waiting += text;
      this.#send();
      return;
    }
    if (this.#waiting.length + text.length > MAX_DATA) this.#send();
    this.#waiting += text;
    if (this.#cancel === undefined || this.#waiting.length >= MAX_DATA) this.#send();
    if (this.#cancel === undefined && this.#joinMs > 0) this.#wait();
  }

  /** Sends all waiting text; must be called before any other action of the terminal, before its exit and before a snapshot. */
  flush(): void {
    this.#cancel?.();
    this.#cancel = undefined;
    this.#send();
  }

  #wait(): void {
    this.#cancel = this.#clock.after(this.#joinMs, () => {
      this.#cancel = undefined;
      if (this.#waiting === '') return;
      this.#send();
      this.#wait();
    });
  }

  #send(): void {
    const text = this.#waiting;
    this.#waiting = '';
    for (let from = 0; from < text.length; ) {
      const to = cut(text, from + MAX_DATA);
      this.#emit(text.slice(from, to));
      from = to;
    }
  }
}

/** Moves a cut off the middle of a surrogate pair, which JavaScript allows and others refuse. */
function cut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  const splits = at < text.length && code >= 0xd800 && code <= 0xdbff;
  return splits ? at - 1 : Math.min(at, text.length);
}
