/** The keys of the outer terminal, read for the window except while a pager has them; kept until it has a terminal. */

import type { ReadStream } from 'node:tty';
import type { Token } from '../input/token.ts';
import { isPassThrough } from '../keys/key-table.ts';
import type { Model } from '../model/model.ts';
import { activeView } from '../model/step.ts';
import { TokenReader } from '../outer/token-reader.ts';

/** The window, as far as reading keys concerns it. */
export type ReadingWindow = { readonly model: Model; read(tokens: readonly Token[]): void };

/** Most tokens that wait for the first terminal; later ones are dropped, as a terminal drops what nobody reads. */
const EARLY_LIMIT = 4096;

export class KeyInput {
  readonly #stdin: ReadStream;
  readonly #window: ReadingWindow;
  #reader: TokenReader | undefined;
  /** Keys and pastes typed before the first terminal was there. */
  #early: Token[] = [];
  #cooked = false;

  constructor(stdin: ReadStream, window: ReadingWindow) {
    this.#stdin = stdin;
    this.#window = window;
  }

  start(): void {
    this.#reader?.close();
    this.#reader = new TokenReader({
      stdin: this.#stdin,
      onTokens: (tokens) => this.#read(tokens),
      isCooked: () => this.#cooked,
      isRaw: () => keysAreRaw(this.#window.model),
      setTimer: setTimeout,
      clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
      afterReading: setImmediate,
    });
    this.#stdin.resume();
    this.#expectCooked();
  }

  /** Reads what was typed before the terminal in front was there. */
  deliver(): void {
    if (this.#early.length === 0 || waitsForTerminal(this.#window.model)) return;
    const early = this.#early;
    this.#early = [];
    this.#window.read(early);
  }

  /** What waits since before the terminal was taken over is read in the next two turns of the event loop, at the latest. */
  #expectCooked(): void {
    this.#cooked = true;
    setImmediate(() =>
      setImmediate(() => {
        this.#cooked = false;
      }),
    );
  }

  #read(tokens: readonly Token[]): void {
    const waits = waitsForTerminal(this.#window.model);
    // Answers of the outer terminal and the mouse mean the same without a terminal.
    const isEarly = ({ kind }: Token) => waits && (kind === 'key' || kind === 'paste');
    if (waits) this.#early = [...this.#early, ...tokens.filter(isEarly)].slice(0, EARLY_LIMIT);
    this.#window.read(waits ? tokens.filter((token) => !isEarly(token)) : tokens);
  }

  stop(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#stdin.pause();
  }
}

/** Whether the window has asked for its first terminal and does not show it yet. */
function waitsForTerminal({ awaited, active, dialog }: Model): boolean {
  return awaited !== undefined && active === undefined && dialog === undefined;
}

/** Whether all keys go to the program as they come: a lone ESC does not wait for what may follow it. */
function keysAreRaw(model: Model): boolean {
  const front = activeView(model);
  return model.dialog === undefined && front !== undefined && isPassThrough(front.view.mode);
}
