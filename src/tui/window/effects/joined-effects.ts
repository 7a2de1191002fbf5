/** Performs effects in order; the input of all keys of one read is sent as one. */

import type { Effect } from '../../model/step.ts';

type Input = Extract<Effect, { readonly kind: 'input' }>;

export class JoinedEffects {
  readonly #perform: (effect: Effect) => void;
  #joining = false;
  /** Input of this read that is not sent yet. One read brings 64 KiB at most. */
  #input: Input | undefined;

  constructor(perform: (effect: Effect) => void) {
    this.#perform = perform;
  }

  /** Runs what handles one read; input is sent at its end, or before another effect. */
  join(read: () => void): void {
    this.#joining = true;
    try {
      read();
    } finally {
      this.#joining = false;
      this.flush();
    }
  }

  take(effect: Effect): void {
    if (!this.#joining || effect.kind !== 'input') {
      this.flush();
      this.#perform(effect);
    } else if (this.#input?.uri === effect.uri) {
      this.#input = { ...effect, data: this.#input.data + effect.data };
    } else {
      this.flush();
      this.#input = effect;
    }
  }

  flush(): void {
    const input = this.#input;
    this.#input = undefined;
    if (input !== undefined) this.#perform(input);
  }
}
