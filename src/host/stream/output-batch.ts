/**
 * Joins the output of one terminal before it is sent: the first piece is sent at once, and pieces of the next milliseconds
 * together. Text that waits here is not yet in the log, the state or the screen.
 */

import type { Clock } from '../common/clock.ts';

/** Milliseconds: long enough to join the pieces of one write, too short to be seen. */
export const JOIN_MS = 4;

/** Limit in UTF-16 units of one action. It is small, so that a key never waits long for one action. */
export const MAX_DATA = 16 * 1024;

/** Milliseconds after input in which its echo is expected; some shells print an echo in two pieces. */
const ECHO_MS = 40;

/** A piece of no more UTF-16 units than this may be an echo and is sent at once. */
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

  /** Must be called when input was written: for a moment small pieces are sent at once, because they may be its echo. */
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

/** Moves a cut out of the middle of a surrogate pair. */
function cut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  const splits = at < text.length && code >= 0xd800 && code <= 0xdbff;
  return splits ? at - 1 : Math.min(at, text.length);
}
