/** Notices that a program reads a secret: checks the pty's modes when the program may have asked for one. */

import type { Clock } from '../ground/clock.ts';
import { looksLikePrompt } from '../screen/prompt-like.ts';

/** Time after a prompt until the modes are checked, because programs set the mode before or after they print the prompt. */
const SETTLE_MS = 40;
/** Least time between checks: each one starts a small process and blocks the host for milliseconds. */
const REST_MS = 300;
/** Longest output that counts as an echo or a prompt, in UTF-16 units. */
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
  /** The last typed character, until it has been shown. */
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

  /** Called when the echo mode may have changed. */
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

  /** Must be called with typed text. A typed letter that is shown tells enough; only otherwise are the modes checked. */
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

  /** Must be called with output, which may be a prompt or an echo. An echo is short; longer text may contain the letter by chance. */
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
      // While echo is off it is checked again, because a program may switch it on without printing.
      if (this.#again || this.#off) this.poke();
    });
  }
}
