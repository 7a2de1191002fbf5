/** All channels of one client: which there are, where envelopes go, and where to resume. */

import { isRootUri, ROOT_URI } from '../protocol/common/uri.ts';
import type { ActionEnvelope } from '../protocol/envelope.ts';
import { reduceRoot } from '../protocol/reduce.ts';
import type { RootState } from '../protocol/root/state.ts';
import type { TerminalState } from '../protocol/terminal/state.ts';
import type { Recovery, Welcome, WireSnapshot } from '../protocol/validate/read-results.ts';
import { parseRootState } from '../protocol/validate/read-root.ts';
import { parseTerminalState } from '../protocol/validate/read-terminal.ts';
import { ClosedError } from '../rpc/errors.ts';
import { Subscription } from './subscription.ts';
import { type ContentLimit, terminalReducer } from './terminal-reducer.ts';

export type AnySubscription = Subscription<RootState> | Subscription<TerminalState>;

const NO_TERMINAL: TerminalState = {
  title: '',
  content: [],
  lifecycle: { status: 'running' },
  claim: { kind: 'client', clientId: '' },
};

export class Subscriptions {
  readonly root: Subscription<RootState>;
  readonly #terminals = new Map<string, Subscription<TerminalState>>();
  readonly #seen: (envelope: ActionEnvelope) => void;
  readonly #limit: ContentLimit | undefined;
  #lastSeen = 0;
  #resumes = 0;

  constructor(seen: (envelope: ActionEnvelope) => void, limit: ContentLimit | undefined) {
    this.#seen = seen;
    this.#limit = limit;
    this.root = new Subscription({
      uri: ROOT_URI,
      initial: { agents: [] },
      reduce: reduceRoot,
      parse: parseRootState,
    });
  }

  /** The highest number seen on any channel: the host's stream is in order, so this is where to resume. */
  get lastSeen(): number {
    return this.#lastSeen;
  }

  /** Attempts to resume since the last one that worked. */
  get resumes(): number {
    return this.#resumes;
  }

  get(uri: string): Subscription<TerminalState> | undefined {
    return this.#terminals.get(uri);
  }

  add(uri: string): Subscription<TerminalState> {
    const subscription = new Subscription({
      uri,
      initial: NO_TERMINAL,
      reduce: terminalReducer(this.#limit),
      parse: parseTerminalState,
    });
    this.#terminals.set(uri, subscription);
    return subscription;
  }

  /** Only if it is still this one: the URI may have been subscribed to anew. */
  remove(subscription: AnySubscription, error: Error): void {
    const known = this.#terminals.get(subscription.uri);
    if (known === subscription) this.#terminals.delete(subscription.uri);
    subscription.fail(error);
  }

  /** The host no longer has it. The root channel cannot end: it keeps its last state. */
  end(subscription: AnySubscription, error: Error): void {
    if (subscription === this.root) return;
    this.remove(subscription, error);
    subscription.mirror.end();
  }

  all(): AnySubscription[] {
    return [this.root, ...this.#terminals.values()];
  }

  /** What a `reconnect` may ask for: numbers of a host that was replaced mean nothing. */
  resumable(): AnySubscription[] {
    return this.all().filter((subscription) => subscription.resumable);
  }

  route(envelope: ActionEnvelope): void {
    if (envelope.serverSeq > this.#lastSeen) this.#lastSeen = envelope.serverSeq;
    this.#at(envelope.channel)?.take(envelope);
    this.#seen(envelope);
  }

  /** The host does not know us, perhaps it is another one: no number and no state counts any more. */
  restart(): void {
    this.#lastSeen = 0;
    this.#resumes = 0;
    for (const subscription of this.all()) subscription.ask();
  }

  begin({ serverSeq, snapshots }: Welcome): void {
    // The lower of the two: a replay of what is known already does no harm.
    this.#lastSeen = Math.max(
      this.#lastSeen,
      Math.min(serverSeq, ...snapshots.map(({ fromSeq }) => fromSeq)),
    );
    for (const snapshot of snapshots) this.adopt(snapshot);
    this.release();
  }

  /** Before a reconnect: what waited belongs before the replay, what comes meanwhile after it. */
  hold(): void {
    this.#resumes += 1;
    for (const subscription of this.all()) {
      subscription.release();
      subscription.hold();
    }
  }

  release(): void {
    for (const subscription of this.all()) subscription.release();
  }

  /** Takes in what a reconnect brought; channels the host no longer has are gone. */
  recover(recovery: Recovery, asked: readonly AnySubscription[]): void {
    this.#resumes = 0;
    const restored = new Set(
      recovery.snapshots.filter((one) => this.adopt(one)).map(({ resource }) => this.#at(resource)),
    );
    for (const envelope of recovery.actions) {
      this.#lastSeen = Math.max(this.#lastSeen, envelope.serverSeq);
      this.#at(envelope.channel)?.replay(envelope);
      this.#seen(envelope);
    }
    if (recovery.kind === 'snapshot' && restored.size > 0) {
      this.#lastSeen = Math.min(...recovery.snapshots.map(({ fromSeq }) => fromSeq));
    }
    const missing = new Set(recovery.missing.map((uri) => this.#at(uri)));
    for (const subscription of asked) {
      const lost = recovery.kind === 'snapshot' ? !restored.has(subscription) : missing.has(subscription);
      if (lost) this.end(subscription, new ClosedError(`${subscription.uri} no longer exists`));
    }
  }

  /** False: no channel of ours, or no usable state. */
  adopt(snapshot: WireSnapshot): boolean {
    return this.#at(snapshot.resource)?.adopt(snapshot) ?? false;
  }

  #at(uri: string): AnySubscription | undefined {
    return this.#terminals.get(uri) ?? (isRootUri(uri) ? this.root : undefined);
  }
}
