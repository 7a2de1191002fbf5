/** A copy of one channel's state, kept equal to the host's by the same reducer (AHP §4). */

import type { Action, ActionEnvelope, UnknownAction } from '../protocol/envelope.ts';

export type Cause =
  /** The state was replaced as a whole. */
  { readonly kind: 'snapshot' } | { readonly kind: 'action'; readonly envelope: ActionEnvelope };

export type ChangeListener<S> = (state: S, cause: Cause) => void;
export type RejectedListener = (envelope: ActionEnvelope) => void;
export type Reduce<S> = (state: S, action: Action | UnknownAction) => S;

/** Listeners run synchronously, in order, before the next message is read. Only the client calls `adopt`, `apply` and `end`. */
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
