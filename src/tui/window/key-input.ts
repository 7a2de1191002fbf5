/** The keys of the outer terminal, read for the window except while a pager has them. */

import type { ReadStream } from 'node:tty';
import type { Token } from '../input/token.ts';
import type { Model } from '../model/model.ts';
import { activeView } from '../model/step.ts';
import { TokenReader } from '../outer/token-reader.ts';

/** The window, as far as reading keys concerns it. */
export type ReadingWindow = { readonly model: Model; read(tokens: readonly Token[]): void };

export class KeyInput {
  readonly #stdin: ReadStream;
  readonly #window: ReadingWindow;
  #reader: TokenReader | undefined;

  constructor(stdin: ReadStream, window: ReadingWindow) {
    this.#stdin = stdin;
    this.#window = window;
  }

  start(): void {
    this.#reader?.close();
    this.#reader = new TokenReader({
      stdin: this.#stdin,
      onTokens: (tokens) => this.#window.read(tokens),
      isRaw: () => keysAreRaw(this.#window.model),
      setTimer: setTimeout,
      clearTimer: (timer) => clearTimeout(timer as NodeJS.Timeout),
      afterReading: setImmediate,
    });
    this.#stdin.resume();
  }

  stop(): void {
    this.#reader?.close();
    this.#reader = undefined;
    this.#stdin.pause();
  }
}

/** Whether all keys go to the program as they come: a lone ESC does not wait for what may follow it. */
function keysAreRaw(model: Model): boolean {
  const mode = activeView(model)?.view.mode;
  return model.dialog === undefined && (mode === 'raw' || mode === 'lock');
}
