/** Subscriptions of clients to channels. A snapshot and the actions that follow it join without a gap and without an overlap. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { isRootUri, ROOT_URI } from '../../protocol/common/uri.ts';
import { rootStateFor } from '../../protocol/to-wire.ts';
import type { WireRootState, WireTerminalState } from '../../protocol/wire.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Identity } from '../clients/identity.ts';
import type { Peer } from '../clients/peer.ts';
import type { Limits } from '../common/limits.ts';
import type { Broadcast } from '../stream/broadcast.ts';
import { JOIN_MS } from '../stream/output-batch.ts';
import type { Store } from '../stream/store.ts';
import type { Terminals } from '../terminal/terminals.ts';

export type WireSnapshot = {
  readonly resource: string;
  readonly state: WireRootState | WireTerminalState;
  readonly fromSeq: number;
};

export type SubscriptionsOptions = {
  readonly terminals: Terminals;
  readonly store: Store;
  readonly broadcast: Broadcast;
  readonly limits: Limits;
};

export class Subscriptions {
  readonly #options: SubscriptionsOptions;

  constructor(options: SubscriptionsOptions) {
    this.#options = options;
  }

  /** Returns the channel of a URI; undefined if there is none. */
  channelOf(uri: string): string | undefined {
    if (isRootUri(uri)) return ROOT_URI;
    return this.#options.terminals.find(uri) === undefined ? undefined : uri;
  }

  /** Like `channelOf`, but for cotty's own clients also a recently closed terminal, which can only be read. */
  channelToRead(uri: string, { cotty }: Identity): string | undefined {
    return (
      this.channelOf(uri) ?? (cotty && this.#options.terminals.readable(uri) !== undefined ? uri : undefined)
    );
  }

  /** Throws if `count` is more subscriptions than one connection may have. Must be called before the first of them begins. */
  checkCount(count: number): void {
    const { subscriptions } = this.#options.limits;
    if (count <= subscriptions) return;
    throw new RpcError(
      ErrorCode.InvalidRequest,
      `one connection may have ${subscriptions} subscriptions: unsubscribe from some first`,
    );
  }

  /**
   * Sends the output that these channels still hold back to join it. Present viewers get it as actions, and the snapshots that
   * are taken next contain it.
   */
  settle(channels: readonly string[]): void {
    const { terminals } = this.#options;
    for (const channel of channels) terminals.readable(channel)?.settle();
    terminals.flushList();
  }

  /** Returns the state of a channel for one reader. Must be called after `settle`. */
  snapshot(channel: string, reader: Identity): WireSnapshot {
    const { terminals, store } = this.#options;
    const terminal = terminals.readable(channel);
    const state =
      terminal === undefined
        ? rootStateFor(reader.version, store.root)
        : terminal.snapshot(reader, terminals.parkedMeta(channel));
    return { resource: channel, state, fromSeq: store.serverSeq };
  }

  /** `maxLatencyMs`: how long output for this viewer may be held back to be joined into one message. */
  begin(peer: Peer, channel: string, maxLatencyMs?: number): void {
    peer.setLatency(channel, maxLatencyMs);
    this.#options.broadcast.subscribe(channel, peer);
    this.#tune(channel);
  }

  end(peer: Peer, channel: string): void {
    peer.setLatency(channel, undefined);
    this.#options.broadcast.unsubscribe(channel, peer);
    this.#tune(channel);
  }

  /** Output of a terminal is held back for the shortest latency that one of its viewers asks for. */
  #tune(channel: string): void {
    const { terminals, broadcast } = this.#options;
    const terminal = terminals.find(channel);
    if (terminal === undefined) return;
    const latencies = broadcast.viewers(channel).map((viewer) => viewer.latency(channel) ?? JOIN_MS);
    terminal.joinMs = Math.min(JOIN_MS, ...latencies);
  }
}
