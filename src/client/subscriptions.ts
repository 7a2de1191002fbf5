/** All subscriptions of one client: finds the one an envelope is for, and knows where to resume. */

import { META_KEY } from '../protocol/common/meta.ts';
import { isRootUri, ROOT_URI } from '../protocol/common/uri.ts';
import type { ActionEnvelope } from '../protocol/envelope.ts';
import { rootReducer } from '../protocol/root/reducer.ts';
import type { RootState } from '../protocol/root/state.ts';
import type { TerminalState } from '../protocol/terminal/state.ts';
import type { Recovery, Welcome, WireSnapshot } from '../protocol/validate/read-results.ts';
import { parseRootState } from '../protocol/validate/read-root.ts';
import { parseTerminalState } from '../protocol/validate/read-terminal.ts';
import { ClosedError } from '../rpc/errors.ts';
import { boundedReducer, type ContentLimit } from './bounded-reducer.ts';
import { Subscription } from './mirror.ts';

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
  readonly #onReplayed: (envelope: ActionEnvelope) => void;
  readonly #limit: ContentLimit | undefined;
  #lastSeen = 0;
  #resumes = 0;
  #acks = false;

  /** `onReplayed` is called when a mirror has applied an envelope that was missed. */
  constructor(onReplayed: (envelope: ActionEnvelope) => void, limit: ContentLimit | undefined) {
    this.#onReplayed = onReplayed;
    this.#limit = limit;
    this.root = new Subscription({
      uri: ROOT_URI,
      initial: { agents: [] },
      reduce: rootReducer,
      parse: parseRootState,
    });
  }

  /**
   * The highest serverSeq received on any channel. The host numbers all channels in one sequence, so this is where to resume,
   * unless the client acknowledges output.
   */
  get lastSeen(): number {
    return this.#lastSeen;
  }

  /** Whether the client acknowledges output, so that the host may leave some of it out. */
  get acks(): boolean {
    return this.#acks;
  }

  /** Number of attempts to resume since the last successful one. */
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
      reduce: boundedReducer(this.#limit),
      parse: parseTerminalState,
    });
    this.#terminals.set(uri, subscription);
    return subscription;
  }

  /** Removes a subscription and fails it. A newer subscription of the same URI stays. */
  remove(subscription: AnySubscription, error: Error): void {
    const known = this.#terminals.get(subscription.uri);
    if (known === subscription) this.#terminals.delete(subscription.uri);
    subscription.fail(error);
  }

  /** Called when the host no longer has the channel. The root channel cannot end: it keeps its last state. */
  end(subscription: AnySubscription, error: Error): void {
    if (subscription === this.root) return;
    this.remove(subscription, error);
    subscription.mirror.end();
  }

  all(): AnySubscription[] {
    return [this.root, ...this.#terminals.values()];
  }

  /** The subscriptions that a `reconnect` may resume: those whose serverSeq is from the current host. */
  resumable(): AnySubscription[] {
    return this.all().filter((subscription) => subscription.resumable);
  }

  /** Returns the subscription that an envelope of the host is for, and notes its number. */
  receiverOf({ serverSeq, channel }: ActionEnvelope): AnySubscription | undefined {
    if (serverSeq > this.#lastSeen) this.#lastSeen = serverSeq;
    return this.#find(channel);
  }

  /** Called before `initialize`: the host may be a new one, so all states and serverSeq numbers are discarded. */
  restart(): void {
    this.#lastSeen = 0;
    this.#resumes = 0;
    for (const subscription of this.all()) subscription.ask();
  }

  /**
   * Takes the result of `initialize`, by which the client may have announced that it acknowledges output: only a cotty host
   * supports that.
   */
  begin({ serverSeq, snapshots, _meta }: Welcome, saysAcks: boolean): void {
    this.#acks = saysAcks && _meta?.[META_KEY] !== undefined;
    // The lowest number is used: replaying known envelopes does no harm.
    this.#lastSeen = Math.max(
      this.#lastSeen,
      Math.min(serverSeq, ...snapshots.map(({ fromSeq }) => fromSeq)),
    );
    for (const snapshot of snapshots) this.adopt(snapshot);
    this.release();
  }

  /** Called before a reconnect: envelopes held until now come before the replay, new ones after it. */
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

  /** Applies the result of a reconnect, and ends the channels that the host no longer has. */
  recover(recovery: Recovery, asked: readonly AnySubscription[]): void {
    this.#resumes = 0;
    const restored = new Set(
      recovery.snapshots.filter((one) => this.adopt(one)).map(({ resource }) => this.#find(resource)),
    );
    for (const envelope of recovery.actions) {
      this.#lastSeen = Math.max(this.#lastSeen, envelope.serverSeq);
      this.#find(envelope.channel)?.replay(envelope);
      this.#onReplayed(envelope);
    }
    if (recovery.kind === 'snapshot' && restored.size > 0) {
      this.#lastSeen = Math.min(...recovery.snapshots.map(({ fromSeq }) => fromSeq));
    }
    const missing = new Set(recovery.missing.map((uri) => this.#find(uri)));
    for (const subscription of asked) {
      const lost = recovery.kind === 'snapshot' ? !restored.has(subscription) : missing.has(subscription);
      if (lost) this.end(subscription, new ClosedError(`${subscription.uri} no longer exists`));
    }
  }

  /** Returns false when the channel is not subscribed, or when the snapshot has no usable state. */
  adopt(snapshot: WireSnapshot): boolean {
    return this.#find(snapshot.resource)?.adopt(snapshot) ?? false;
  }

  #find(uri: string): AnySubscription | undefined {
    return this.#terminals.get(uri) ?? (isRootUri(uri) ? this.root : undefined);
  }
}
