/** The only reader of the real stdin: turns bytes into tokens, with a timer for the start of a sequence. */

import type { Token } from '../input/token.ts';
import { flush, flushDelay, startOfInput, type TokenState, tokenise } from '../input/token-stream.ts';
import type { BytesSource } from './streams.ts';

export type TokenReaderOptions = {
  readonly stdin: BytesSource;
  readonly onTokens: (tokens: readonly Token[]) => void;
  /** Whether keys go to a program as they come: a lone ESC does not wait then. */
  readonly isRaw: () => boolean;
  /**
   * Whether a read may bring what was typed before the terminal was taken over: the kernel has turned its Enter, CR,
   * into LF by then.
   */
  readonly isCooked?: () => boolean;
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  /** Runs after what waits on stdin was read; `setImmediate`. */
  readonly afterReading: (run: () => void) => void;
};

export class TokenReader {
  readonly #options: TokenReaderOptions;
  #state: TokenState = startOfInput;
  #timer: unknown;
  #reads = 0;

  constructor(options: TokenReaderOptions) {
    this.#options = options;
    options.stdin.on('data', this.#onData);
  }

  close(): void {
    this.#options.stdin.off('data', this.#onData);
    this.#stopTimer();
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#stopTimer();
    this.#reads += 1;
    const text = chunk.toString('latin1');
    const spelled = this.#options.isCooked?.() === true ? text.replaceAll('\n', '\r') : text;
    const { state, tokens } = tokenise(this.#state, spelled);
    this.#state = state;
    if (tokens.length > 0) this.#options.onTokens(tokens);
    this.#waitForRest();
  };

  #waitForRest(): void {
    const delay = flushDelay(this.#state, this.#options.isRaw());
    if (delay === undefined) return;
    if (delay === 0) this.#flush();
    else this.#timer = this.#options.setTimer(() => this.#onTimer(), delay);
  }

  /** Reads first: after a long turn the timer is due although the rest came in time and waits on stdin. */
  #onTimer(): void {
    this.#timer = undefined;
    const reads = this.#reads;
    this.#options.afterReading(() => {
      if (reads === this.#reads) this.#flush();
    });
  }

  #flush(): void {
    const { state, tokens } = flush(this.#state);
    this.#state = state;
    if (tokens.length > 0) this.#options.onTokens(tokens);
    const delay = flushDelay(state, this.#options.isRaw());
    if (delay !== undefined) this.#timer = this.#options.setTimer(() => this.#onTimer(), delay);
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.#options.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}
