/** One subscribed channel: keeps what arrives too early until there is a state to apply it to. */

import type { ActionEnvelope } from '../protocol/envelope.ts';
import type { WireSnapshot } from '../protocol/validate/read-results.ts';
import { ClosedError } from '../rpc/errors.ts';
import { Mirror, type Reduce } from './mirror.ts';

/** Envelopes that may wait for a snapshot. A host that sends more first is given up on, for this channel. */
const MAX_HELD = 4096;

export type SubscriptionOptions<S> = {
  readonly uri: string;
  readonly initial: S;
  readonly reduce: Reduce<S>;
  readonly parse: (wire: unknown) => S | undefined;
};

export class Subscription<S> {
  readonly uri: string;
  readonly mirror: Mirror<S>;
  /** Settles at the first snapshot. */
  readonly ready: Promise<Mirror<S>>;
  readonly #parse: (wire: unknown) => S | undefined;
  #resolve: (mirror: Mirror<S>) => void = () => {};
  #reject: (error: Error) => void = () => {};
  /** `asking`: no state to go by. `held`: a state, but what comes waits its turn. */
  #phase: 'asking' | 'held' | 'live' = 'asking';
  #held: ActionEnvelope[] = [];

  constructor(options: SubscriptionOptions<S>) {
    this.uri = options.uri;
    this.mirror = new Mirror(options.uri, options.initial, options.reduce);
    this.#parse = options.parse;
    this.ready = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    // Whoever asked has the same promise; a subscription nobody waits for must not end the process.
    this.ready.catch(() => {});
  }

  /** Has a state and a number to resume from. */
  get resumable(): boolean {
    return this.#phase !== 'asking';
  }

  take(envelope: ActionEnvelope): void {
    if (this.#phase === 'live') {
      this.mirror.apply(envelope);
      return;
    }
    this.#held.push(envelope);
    if (this.#held.length > MAX_HELD)
      this.fail(new ClosedError(`${this.uri}: no snapshot among ${MAX_HELD} actions`));
  }

  /** The state is worth nothing any more, and so is what waited: only a snapshot helps. */
  ask(): void {
    this.#phase = 'asking';
    this.#held = [];
  }

  hold(): void {
    if (this.#phase === 'live') this.#phase = 'held';
  }

  /** What a reconnect brings of the time between: older than anything that waits. */
  replay(envelope: ActionEnvelope): void {
    if (this.#phase !== 'asking') this.mirror.apply(envelope);
  }

  /** Applies what waited; from now on everything at once. */
  release(): void {
    if (this.#phase !== 'held') return;
    this.#phase = 'live';
    const held = this.#held;
    this.#held = [];
    for (const envelope of held) this.mirror.apply(envelope);
  }

  /** False: the host's answer has no usable state for this channel. What waits goes on waiting for `release`. */
  adopt(snapshot: WireSnapshot): boolean {
    const state = this.#parse(snapshot.state);
    if (state === undefined) return false;
    this.#phase = 'held';
    this.mirror.adopt(state, snapshot.fromSeq);
    this.#resolve(this.mirror);
    return true;
  }

  /** Nobody will bring a state: the channel is gone, or the client closed. */
  fail(error: Error): void {
    this.ask();
    this.#reject(error);
  }
}
