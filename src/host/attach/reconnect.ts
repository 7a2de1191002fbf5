/** `reconnect` — takes up a known client where its last connection ended: by replay, or by snapshots (AHP §5). */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { ReconnectParams, ReconnectSubscription } from '../../protocol/messages.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { HostParts } from '../parts.ts';
import type { Identity } from '../people/identity.ts';
import type { Request } from '../requests/request.ts';
import { wireEnvelope } from '../stream/envelope-frame.ts';
import { sizeOf } from '../stream/replay-buffer.ts';
import { channelOf, checkSubscriptions, settle, snapshotOf, watch } from './channel-subscriptions.ts';
import { checkHandle } from './initialize.ts';

/** A longer replay is more than the snapshots would be. In UTF-16 units. */
const MAX_REPLAY = 1024 * 1024;

type Resumed = {
  /** As the client wrote it. */
  readonly uri: string;
  /** Undefined: it is gone. */
  readonly channel: string | undefined;
  /** Undefined: only a snapshot can tell. */
  readonly missed: readonly ActionEnvelope[] | undefined;
};

export const reconnect: Request<'reconnect'> = {
  method: 'reconnect',
  when: 'fresh',
  run(parts, peer, params) {
    const { clients } = parts;
    const identity = clients.known(params.clientId);
    if (identity === undefined || clients.isOfAnother(params.clientId, peer.access))
      throw new RpcError(ErrorCode.NotFound, 'unknown client: initialize');
    checkHandle(clients, identity);
    const cursors = params.subscriptions.map((entry) => cursorOf(entry, params));
    checkSubscriptions(parts, cursors.length);
    peer.introduce(identity, parts.clock.now());
    clients.join(peer, identity);
    parts.onClients();
    settle(
      parts,
      cursors.flatMap(({ uri }) => channelOf(parts, uri) ?? []),
    );
    const resumed = cursors.map(({ uri, lastSeen }) => resume(parts, identity, uri, lastSeen));
    const asksEach = params.subscriptions.some((entry) => typeof entry !== 'string');
    const answer = asksEach ? eachFor(parts, identity, resumed) : wholeFor(parts, identity, resumed);
    for (const { channel } of resumed) if (channel !== undefined) watch(parts, peer, channel);
    return answer;
  },
};

function cursorOf(entry: ReconnectSubscription, { lastSeenServerSeq }: ReconnectParams) {
  if (typeof entry !== 'string') return { uri: entry.channel, lastSeen: entry.lastSeenServerSeq };
  if (lastSeenServerSeq !== undefined) return { uri: entry, lastSeen: lastSeenServerSeq };
  throw new RpcError(ErrorCode.InvalidParams, 'lastSeenServerSeq is missing');
}

function resume(parts: HostParts, { clientId }: Identity, uri: string, lastSeen: number): Resumed {
  const channel = channelOf(parts, uri);
  const missed = channel === undefined ? undefined : parts.store.missed(channel, lastSeen, clientId);
  return { uri, channel, missed: missed !== undefined && weigh(missed) <= MAX_REPLAY ? missed : undefined };
}

/** One answer for all: a replay if it is possible for every one of them. */
function wholeFor(parts: HostParts, identity: Identity, resumed: readonly Resumed[]): object {
  const alive = resumed.filter(({ channel }) => channel !== undefined);
  const actions = alive.flatMap(({ missed }) => missed ?? []);
  if (alive.some(({ missed }) => missed === undefined) || weigh(actions) > MAX_REPLAY) {
    const channels = new Set(alive.flatMap(({ channel }) => channel ?? []));
    return {
      type: 'snapshot',
      snapshots: [...channels].map((channel) => snapshotOf(parts, channel, identity)),
    };
  }
  const inOrder = [...new Set(actions)].sort((left, right) => left.serverSeq - right.serverSeq);
  const missing = resumed.flatMap(({ uri, channel }) => (channel === undefined ? [uri] : []));
  return {
    type: 'replay',
    actions: inOrder.map((envelope) => wireEnvelope(identity.version, envelope)),
    missing,
  };
}

/** The newer form of asking gets an answer for each channel. */
function eachFor(parts: HostParts, identity: Identity, resumed: readonly Resumed[]): object {
  const channels = resumed.map(({ uri, channel, missed }) => {
    if (channel === undefined) return { kind: 'missing', channel: uri };
    if (missed === undefined) {
      return { kind: 'snapshot', channel: uri, snapshot: snapshotOf(parts, channel, identity) };
    }
    return {
      kind: 'replay',
      channel: uri,
      actions: missed.map((envelope) => wireEnvelope(identity.version, envelope)),
    };
  });
  return { channels };
}

function weigh(envelopes: readonly ActionEnvelope[]): number {
  return envelopes.reduce((sum, envelope) => sum + sizeOf(envelope), 0);
}
