/** Tracks why a file cannot be written now: reports each change of the reason, and waits before the next try. */

import { reasonOf } from '../../protocol/common/reason-of.ts';

const RETRY_MS = 1000;

export type TroubleOptions = {
  readonly after: (ms: number, run: () => void) => () => void;
  /** Called with the reason, or with undefined when writing works again. */
  readonly onTrouble: (why: string | undefined) => void;
};

export class Trouble {
  readonly #options: TroubleOptions;
  #why: string | undefined;
  #wake: () => void = () => {};

  constructor(options: TroubleOptions) {
    this.#options = options;
  }

  get why(): string | undefined {
    return this.#why;
  }

  /** Must be called with the error of a write, or with undefined after a successful one. */
  report(error: unknown): void {
    const why = error === undefined ? undefined : reasonOf(error);
    if (why === this.#why) return;
    this.#why = why;
    this.#options.onTrouble(why);
  }

  /** Waits before the next try. */
  rest(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.after(RETRY_MS, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Ends the current `rest` at once. */
  wake(): void {
    this.#wake();
  }
}
