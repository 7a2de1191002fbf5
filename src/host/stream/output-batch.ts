/** Joins the output of one terminal: the first piece goes out at once, what follows within milliseconds together. */

import type { Clock } from '../ground/clock.ts';

/** Long enough to join the pieces of one write, too short to be seen. */
export const JOIN_MS = 4;

/** UTF-16 units in one action; a longer text is sent as several. Small, so that no key waits long for one to be made. */
export const MAX_DATA = 16 * 1024;

export class OutputBatch {
  readonly #emit: (text: string) => void;
  readonly #clock: Clock;
  #joinMs = JOIN_MS;
  #waiting = '';
  #cancel: (() => void) | undefined;

  constructor(emit: (text: string) => void, clock: Clock) {
    this.#emit = emit;
    this.#clock = clock;
  }

  /** 0: nothing is held back. */
  set joinMs(ms: number) {
    this.#joinMs = ms;
  }

  add(text: string): void {
    if (text === '') return;
    if (this.#waiting.length + text.length > MAX_DATA) this.#send();
    this.#waiting += text;
    if (this.#cancel === undefined || this.#waiting.length >= MAX_DATA) this.#send();
    if (this.#cancel === undefined && this.#joinMs > 0) this.#wait();
  }

  /** Before any other action of the terminal, before its exit and before a snapshot. */
  flush(): void {
    this.#stop();
    this.#send();
  }

  /** The terminal was cleared: what is on its way is from before. */
  drop(): void {
    this.#stop();
    this.#waiting = '';
  }

  #wait(): void {
    this.#cancel = this.#clock.after(this.#joinMs, () => {
      this.#cancel = undefined;
      if (this.#waiting === '') return;
      this.#send();
      this.#wait();
    });
  }

  #stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
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

/** Half a character is legal in JavaScript and refused elsewhere. */
function cut(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  const splits = at < text.length && code >= 0xd800 && code <= 0xdbff;
  return splits ? at - 1 : Math.min(at, text.length);
}
