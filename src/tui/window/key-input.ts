/**
 * The keys of the outer terminal: the only reader of the real stdin, but for a pager while one runs. It turns bytes into tokens
 * for the window, with a timer for the start of a sequence. Keys that are typed before the terminal in front is there are kept
 * until it is: what they mean depends on what runs in it.
 */

import { isTyped, type Token } from '../input/token.ts';
import { flush, flushDelay, startOfInput, type TokenState, tokenise } from '../input/token-stream.ts';
import { isPassThrough } from '../keys/key-table.ts';
import type { Model } from '../model/model.ts';
import { activeView } from '../model/step.ts';
import type { BytesSource } from '../outer/streams.ts';

/** The window, as far as reading keys concerns it. */
export type ReadingWindow = {
  readonly model: Model;
  /** Whether the terminal in front was asked for and its screen has not come yet. */
  readonly isComing: boolean;
  /** Takes all tokens but those that `KeyInput.keeps`. */
  read(tokens: readonly Token[]): void;
};

export type KeySource = BytesSource & { resume(): unknown; pause(): unknown };

export type KeyTiming = {
  readonly setTimer: (run: () => void, ms: number) => unknown;
  readonly clearTimer: (timer: unknown) => void;
  /** Runs after what waits on stdin was read. */
  readonly afterReading: (run: () => void) => void;
};

const PROCESS_TIMING: KeyTiming = {
  setTimer: setTimeout,
  clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
  afterReading: setImmediate,
};

/** Most tokens that wait for a terminal; later ones are dropped, as a terminal drops what nobody reads. */
const EARLY_LIMIT = 4096;

export class KeyInput {
  readonly #stdin: KeySource;
  readonly #window: ReadingWindow;
  readonly #timing: KeyTiming;
  #state: TokenState = startOfInput;
  #timer: unknown;
  #reads = 0;
  /** Keys and pastes typed before the terminal in front was there. */
  #early: Token[] = [];
  #cooked = false;

  constructor(stdin: KeySource, window: ReadingWindow, timing = PROCESS_TIMING) {
    this.#stdin = stdin;
    this.#window = window;
    this.#timing = timing;
  }

  start(): void {
    this.#stopReading();
    this.#state = startOfInput;
    this.#stdin.on('data', this.#onData);
    this.#stdin.resume();
    this.#expectCooked();
  }

  stop(): void {
    this.#stopReading();
    this.#stdin.pause();
  }

  /** Reads what was typed before the terminal in front was there. */
  deliver(): void {
    if (this.#early.length === 0 || waitsForTerminal(this.#window)) return;
    const early = this.#early;
    this.#early = [];
    this.#window.read(early);
  }

  /**
   * Keeps a key or a paste for later while the terminal in front is not there; returns whether it did. Answers of the outer
   * terminal and the mouse need no terminal and are never kept.
   */
  keeps(token: Token): boolean {
    if (!isTyped(token) || !waitsForTerminal(this.#window)) return false;
    if (this.#early.length < EARLY_LIMIT) this.#early.push(token);
    return true;
  }

  /**
   * Keys typed before the terminal was taken over are read within the next two turns of the event loop. The kernel has turned
   * their Enter from CR into LF, which is undone.
   */
  #expectCooked(): void {
    const { afterReading } = this.#timing;
    this.#cooked = true;
    afterReading(() =>
      afterReading(() => {
        this.#cooked = false;
      }),
    );
  }

  readonly #onData = (chunk: Buffer): void => {
    this.#stopTimer();
    this.#reads += 1;
    const text = chunk.toString('latin1');
    this.#take(tokenise(this.#state, this.#cooked ? text.replaceAll('\n', '\r') : text));
    const delay = flushDelay(this.#state, keysAreRaw(this.#window.model));
    if (delay === 0) this.#flush();
    else if (delay !== undefined) this.#waitForRest(delay);
  };

  #take({ state, tokens }: { readonly state: TokenState; readonly tokens: readonly Token[] }): void {
    this.#state = state;
    if (tokens.length > 0) this.#window.read(tokens);
  }

  /** When the timer is due, stdin is read first: after a long turn the rest may have come in time and wait there. */
  #waitForRest(delay: number): void {
    this.#timer = this.#timing.setTimer(() => {
      this.#timer = undefined;
      const reads = this.#reads;
      this.#timing.afterReading(() => {
        if (reads === this.#reads) this.#flush();
      });
    }, delay);
  }

  #flush(): void {
    this.#take(flush(this.#state));
    const delay = flushDelay(this.#state, keysAreRaw(this.#window.model));
    if (delay !== undefined) this.#waitForRest(delay);
  }

  #stopReading(): void {
    this.#stdin.off('data', this.#onData);
    this.#reads += 1;
    this.#stopTimer();
  }

  #stopTimer(): void {
    if (this.#timer !== undefined) this.#timing.clearTimer(this.#timer);
    this.#timer = undefined;
  }
}

/** Whether the window has asked for the terminal that its keys are meant for, and does not show it yet. */
function waitsForTerminal({ model, isComing }: ReadingWindow): boolean {
  const { awaited, active, dialog, connection } = model;
  if (dialog !== undefined) return false;
  // Without a connection nothing comes, and Ctrl+C ends the window.
  return active === undefined ? awaited !== undefined : isComing && connection === 'ready';
}

/** Whether all keys go to the program as they come: a lone ESC does not wait for what may follow it. */
function keysAreRaw(model: Model): boolean {
  const front = activeView(model);
  return model.dialog === undefined && front !== undefined && isPassThrough(front.view.mode);
}
