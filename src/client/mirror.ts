/**
 * A copy of one channel's state, kept equal to the host's by the same reducer (AHP §4), and the subscription that feeds it: it
 * holds envelopes that arrive before there is a state to apply them to.
 */

import type { Action, ActionEnvelope, UnknownAction } from '../protocol/envelope.ts';
import type { WireSnapshot } from '../protocol/validate/read-results.ts';
import { ClosedError } from '../rpc/errors.ts';

export type Cause =
  /** The state was replaced as a whole. */
  { readonly kind: 'snapshot' } | { readonly kind: 'action'; readonly envelope: ActionEnvelope };

export type ChangeListener<S> = (state: S, cause: Cause) => void;
export type RejectedListener = (envelope: ActionEnvelope) => void;
export type Reduce<S> = (state: S, action: Action | UnknownAction) => S;

/** Listeners run synchronously, in order, before the next message is read. Only its subscription calls `adopt` and `apply`, and the client `end`. */
export class Mirror<S> {
  readonly uri: string;
  readonly #reduce: Reduce<S>;
  #state: S;
  #seq = 0;
  #gone = false;
  #changed: readonly ChangeListener<S>[] = [];
  #rejected: readonly RejectedListener[] = [];
  #ended: readonly (() => void)[] = [];

  constructor(uri: string, initial: S, reduce: Reduce<S>) {
    this.uri = uri;
    this.#state = initial;
    this.#reduce = reduce;
  }

  get state(): S {
    return this.#state;
  }

  /** The serverSeq of the last envelope or snapshot applied. */
  get seq(): number {
    return this.#seq;
  }

  /** Whether the channel no longer exists at the host. */
  get gone(): boolean {
    return this.#gone;
  }

  /** Listens to every action, also those that change nothing; the returned function stops listening. */
  onChange(listener: ChangeListener<S>): () => void {
    this.#changed = [...this.#changed, listener];
    return () => {
      this.#changed = this.#changed.filter((other) => other !== listener);
    };
  }

  /** Listens to actions that the host refused, ours and those of other clients. */
  onRejected(listener: RejectedListener): () => void {
    this.#rejected = [...this.#rejected, listener];
    return () => {
      this.#rejected = this.#rejected.filter((other) => other !== listener);
    };
  }

  onGone(listener: () => void): () => void {
    this.#ended = [...this.#ended, listener];
    return () => {
      this.#ended = this.#ended.filter((other) => other !== listener);
    };
  }

  adopt(state: S, fromSeq: number): void {
    this.#state = state;
    this.#seq = fromSeq;
    this.#gone = false;
    for (const listener of this.#changed) listener(state, { kind: 'snapshot' });
  }

  /** Applies an envelope, unless it is not newer than the last one: a replay may overlap. */
  apply(envelope: ActionEnvelope): void {
    if (envelope.serverSeq <= this.#seq) return;
    this.#seq = envelope.serverSeq;
    if (envelope.rejectionReason !== undefined) {
      for (const listener of this.#rejected) listener(envelope);
      return;
    }
    this.#state = this.#reduce(this.#state, envelope.action);
    const cause: Cause = { kind: 'action', envelope };
    for (const listener of this.#changed) listener(this.#state, cause);
  }

  end(): void {
    if (this.#gone) return;
    this.#gone = true;
    for (const listener of this.#ended) listener();
  }
}

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
