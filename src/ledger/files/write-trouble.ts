/** Why a file cannot be written now: told when it changes, and waited out before the next try. */

const RETRY_MS = 1000;

export type TroubleOptions = {
  readonly after: (ms: number, run: () => void) => () => void;
  /** Undefined: it is written again. */
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

  /** Of what went wrong; undefined: nothing did. */
  tell(error: unknown): void {
    const why = error === undefined ? undefined : error instanceof Error ? error.message : String(error);
    if (why === this.#why) return;
    this.#why = why;
    this.#options.onTrouble(why);
  }

  rest(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#options.after(RETRY_MS, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
  }

  /** Whoever rests goes on now. */
  wake(): void {
    this.#wake();
  }
}
