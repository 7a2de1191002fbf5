/**
 * How far the host is, and when the echo of a key should have come: one ping behind each read of keys tells both. While the host
 * is near, one ping in some seconds is all that is sent, and only when somebody types.
 */

import { unheldTimeout } from '../../client/connection/turns.ts';

/** Round trip (ms) above which typed keys are drawn before their echo has come. */
const FAR_MS = 20;
/** Milliseconds that a program gets to draw a key that has reached the host. */
const ECHO_MS = 50;
/** Milliseconds after which a host that is near is measured again. */
const MEASURE_MS = 5000;
/**
 * The least of this many last round trips counts: one that is longer tells of a busy process or a lost packet, not of the way to
 * the host.
 */
const SAMPLES = 4;

export type EchoTimingOptions = {
  readonly when: () => 'auto' | 'always' | 'never';
  /** Returns the milliseconds that the host took to answer; undefined if it did not. */
  readonly roundTrip: () => Promise<number | undefined>;
  readonly after?: (run: () => void, ms: number) => void;
};

export class EchoTiming {
  readonly #options: EchoTimingOptions;
  readonly #after: (run: () => void, ms: number) => void;
  #samples: readonly number[] = [];
  #measures = true;
  #isFar = false;

  constructor(options: EchoTimingOptions) {
    this.#options = options;
    this.#after = options.after ?? unheldTimeout;
  }

  /** Whether typed keys are of interest here: the host is far, or is to be measured. */
  get wantsKeys(): boolean {
    return this.#measures || this.#isFar;
  }

  /** Whether typed keys are drawn before their echo has come. */
  get draws(): boolean {
    const when = this.#options.when();
    return when === 'always' || (when === 'auto' && this.#isFar);
  }

  /** Sends a ping, behind all input so far. Calls `then` when the echo of that should have come, or with false if no host answers. */
  async measure(then: (isThere: boolean) => void = () => {}): Promise<void> {
    const when = this.#options.when();
    this.#measures = false;
    const ms = when === 'never' ? undefined : await this.#options.roundTrip();
    if (ms !== undefined) this.#samples = [...this.#samples, ms].slice(-SAMPLES);
    this.#isFar = when === 'always' || (ms !== undefined && Math.min(...this.#samples) > FAR_MS);
    if (!this.#isFar) this.#after(() => (this.#measures = true), MEASURE_MS);
    if (ms === undefined) then(false);
    else this.#after(() => then(true), ECHO_MS);
  }
}
