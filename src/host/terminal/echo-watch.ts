/** Notices that a program reads a secret: looks at the terminal's modes when it may have asked for one, not all the time. */

import type { Clock } from '../ground/clock.ts';
import { looksLikePrompt } from '../screen/prompt-like.ts';

/** A prompt and its mode come in no fixed order. */
const SETTLE_MS = 40;
/** Each look starts a small process, for which the host stands still for milliseconds: at most some three a second for a terminal. */
const REST_MS = 300;
/** UTF-16 units. */
const ECHO_LENGTH = 32;

export class EchoWatch {
  readonly #look: () => Promise<boolean | undefined>;
  readonly #clock: Clock;
  readonly #changed: (off: boolean) => void;
  #off = false;
  #busy = false;
  #again = false;
  #closed = false;
  #cancel: () => void = () => {};
  /** What was typed last and has not been shown yet. */
  #awaited = '';
  #cancelAwaited: (() => void) | undefined;

  constructor(look: () => Promise<boolean | undefined>, clock: Clock, changed: (off: boolean) => void) {
    this.#look = look;
    this.#clock = clock;
    this.#changed = changed;
  }

  get off(): boolean {
    return this.#off;
  }

  /** It may have changed. */
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

  /** What is typed and shown tells enough: only when it does not show within a moment is it looked. */
  typed(data: string): void {
    const last = data.at(-1) ?? '';
    if (this.#off || last < ' ' || last === '\x7f') {
      this.poke();
      return;
    }
    this.#awaited = last;
    this.#cancelAwaited ??= this.#clock.after(SETTLE_MS, () => {
      this.#cancelAwaited = undefined;
      if (this.#awaited !== '') this.poke();
      this.#awaited = '';
    });
  }

  /** It may be a prompt, or an echo. An echo is short; in a longer text the letter may stand for another reason. */
  printed(text: string, mayAsk: () => boolean): void {
    if (text.length <= ECHO_LENGTH && this.#awaited !== '' && text.includes(this.#awaited))
      this.#awaited = '';
    if (looksLikePrompt(text) && mayAsk()) this.poke();
  }

  close(): void {
    this.#closed = true;
    this.#cancel();
    this.#cancelAwaited?.();
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
