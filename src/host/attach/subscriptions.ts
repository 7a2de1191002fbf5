/** A client begins or ends to watch a channel: state and stream join without a gap and without an overlap. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { isRootUri, ROOT_URI } from '../../protocol/common/uri.ts';
import { rootStateFor } from '../../protocol/serialise.ts';
import type { WireRootState, WireTerminalState } from '../../protocol/wire.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { HostParts } from '../parts.ts';
import type { Identity } from '../people/identity.ts';
import type { Peer } from '../people/peer.ts';
import { JOIN_MS } from '../stream/output-batch.ts';

export type WireSnapshot = {
  readonly resource: string;
  readonly state: WireRootState | WireTerminalState;
  readonly fromSeq: number;
};

/** The channel by the name it is served under; undefined: there is none. */
export function channelOf({ terminals }: HostParts, uri: string): string | undefined {
  if (isRootUri(uri)) return ROOT_URI;
  return terminals.find(uri) === undefined ? undefined : uri;
}

/** Before any of them begins. */
export function checkSubscriptions({ limits }: HostParts, count: number): void {
  if (count <= limits.subscriptions) return;
  throw new RpcError(
    ErrorCode.InvalidRequest,
    `${limits.subscriptions} subscriptions of one connection are the limit: unsubscribe from some`,
  );
}

/**
 * Brings out everything these channels have not told yet. Whoever watches them already gets it as actions; the
 * snapshots taken next have it in them, and nothing is sent to their reader before its answer.
 */
export function settle({ terminals }: HostParts, channels: readonly string[]): void {
  for (const channel of channels) terminals.find(channel)?.settle();
  terminals.flushList();
}

/** After `settle`. */
export function snapshotOf(parts: HostParts, channel: string, reader: Identity): WireSnapshot {
  const { terminals, store } = parts;
  const terminal = terminals.find(channel);
  const state =
    terminal === undefined
      ? rootStateFor(reader.version, store.root)
      : terminal.snapshot(reader, terminals.parkedMeta(channel));
  return { resource: channel, state, fromSeq: store.serverSeq };
}

export function watch(parts: HostParts, peer: Peer, channel: string, maxLatencyMs?: number): void {
  peer.setLatency(channel, maxLatencyMs);
  parts.broadcast.subscribe(channel, peer);
  tune(parts, channel);
}

export function unwatch(parts: HostParts, peer: Peer, channel: string): void {
  peer.setLatency(channel, undefined);
  parts.broadcast.unsubscribe(channel, peer);
  tune(parts, channel);
}

/** The most impatient of its viewers decides how long output of a terminal is held back. */
function tune({ broadcast, terminals }: HostParts, channel: string): void {
  const terminal = terminals.find(channel);
  if (terminal === undefined) return;
  const wishes = broadcast.viewers(channel).map((viewer) => viewer.latency(channel) ?? JOIN_MS);
  terminal.joinMs = Math.min(JOIN_MS, ...wishes);
}
