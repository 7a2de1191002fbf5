/** One subscribed channel: holds envelopes that arrive before there is a state to apply them to. */

import type { ActionEnvelope } from '../protocol/envelope.ts';
import type { WireSnapshot } from '../protocol/validate/read-results.ts';
import { ClosedError } from '../rpc/errors.ts';
import { Mirror, type Reduce } from './mirror.ts';

/** Limit: envelopes that wait for a snapshot. If the host sends more before it, the subscription fails. */
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
  /** Resolves at the first snapshot. */
  readonly ready: Promise<Mirror<S>>;
  readonly #parse: (wire: unknown) => S | undefined;
  #resolve: (mirror: Mirror<S>) => void = () => {};
  #reject: (error: Error) => void = () => {};
  /** `asking` without a usable state; `held` with a state while envelopes are held; `live` when they are applied at once. */
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
    // Callers of `ready` see the rejection; without a caller it must not end the process.
    this.ready.catch(() => {});
  }

  /** Whether it has a state and a serverSeq to resume from. */
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
      this.fail(new ClosedError(`${this.uri}: the host sent ${MAX_HELD} actions and no snapshot`));
  }

  /** Discards the state and the held envelopes: a snapshot is needed. */
  ask(): void {
    this.#phase = 'asking';
    this.#held = [];
  }

  hold(): void {
    if (this.#phase === 'live') this.#phase = 'held';
  }

  /** Applies an envelope that a reconnect replays; it is older than every held one. */
  replay(envelope: ActionEnvelope): void {
    if (this.#phase !== 'asking') this.mirror.apply(envelope);
  }

  /** Applies the held envelopes; from now on envelopes are applied at once. */
  release(): void {
    if (this.#phase !== 'held') return;
    this.#phase = 'live';
    const held = this.#held;
    this.#held = [];
    for (const envelope of held) this.mirror.apply(envelope);
  }

  /** Adopts a snapshot. Returns false when it has no usable state. Held envelopes stay held until `release`. */
  adopt(snapshot: WireSnapshot): boolean {
    const state = this.#parse(snapshot.state);
    if (state === undefined) return false;
    this.#phase = 'held';
    this.mirror.adopt(state, snapshot.fromSeq);
    this.#resolve(this.mirror);
    return true;
  }

  /** Rejects `ready`: the channel no longer exists, or the client was closed. */
  fail(error: Error): void {
    this.ask();
    this.#reject(error);
  }
}
