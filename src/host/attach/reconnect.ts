/** `reconnect`: continues a known client where its last connection ended, by replay or by snapshots (AHP §5). */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { ReconnectParams, ReconnectSubscription } from '../../protocol/messages.ts';
import { RpcError } from '../../rpc/errors.ts';
import { type Identity, takesList } from '../clients/identity.ts';
import type { Answering } from '../requests/request.ts';
import { wireEnvelope } from '../stream/broadcast.ts';
import { sizeOf } from '../stream/missed-envelopes.ts';
import { ackOf, checkHandle, type Needs } from './initialize.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Limit of a replay in UTF-16 units; beyond it snapshots are sent, which are smaller. */
const MAX_REPLAY = 1024 * 1024;

type Resumed = {
  /** The URI as the client wrote it. */
  readonly uri: string;
  /** Undefined when the channel is gone. */
  readonly channel: string | undefined;
  /** Undefined when only a snapshot can bring the client up to date. */
  readonly missed: readonly ActionEnvelope[] | undefined;
};

export function reconnect(needs: Needs): Answering<'reconnect'> {
  return (peer, params) => {
    const { clients, subscriptions, clock } = needs;
    const identity = clients.known(params.clientId);
    if (identity === undefined || clients.hasOtherCredential(params.clientId, peer.access))
      throw new RpcError(ErrorCode.NotFound, 'unknown client: initialize');
    checkHandle(clients, identity);
    const cursors = cursorsOf(params);
    subscriptions.checkCount(cursors.length);
    peer.introduce(identity, clock.now());
    clients.join(peer, identity);
    subscriptions.settle(cursors.flatMap(({ uri }) => subscriptions.channelOf(uri) ?? []));
    const resumed = cursors.map(({ uri, lastSeen }) => resume(needs, identity, uri, lastSeen));
    const asksEach = params.subscriptions.some((entry) => typeof entry !== 'string');
    const answer = asksEach
      ? eachFor(subscriptions, identity, resumed)
      : wholeFor(subscriptions, identity, resumed);
    for (const { channel } of resumed) if (channel !== undefined) subscriptions.begin(peer, channel);
    const told = ackOf(needs.acked, identity);
    return told.taken === undefined ? answer : { ...answer, _meta: { [META_KEY]: told } };
  };
}

/** Keeps the earliest cursor of each channel: a channel named a thousand times must not be answered with a thousand snapshots. */
function cursorsOf(params: ReconnectParams) {
  const cursors = new Map<string, number>();
  for (const entry of params.subscriptions) {
    const { uri, lastSeen } = cursorOf(entry, params);
    cursors.set(uri, Math.min(lastSeen, cursors.get(uri) ?? lastSeen));
  }
  return [...cursors].map(([uri, lastSeen]) => ({ uri, lastSeen }));
}

function cursorOf(entry: ReconnectSubscription, { lastSeenServerSeq }: ReconnectParams) {
  if (typeof entry !== 'string') return { uri: entry.channel, lastSeen: entry.lastSeenServerSeq };
  if (lastSeenServerSeq !== undefined) return { uri: entry, lastSeen: lastSeenServerSeq };
  throw new RpcError(ErrorCode.InvalidParams, 'lastSeenServerSeq is missing');
}

function resume({ subscriptions, store }: Needs, identity: Identity, uri: string, lastSeen: number): Resumed {
  const channel = subscriptions.channelOf(uri);
  const missed =
    channel === undefined
      ? undefined
      : store
          .missed(channel, lastSeen, identity.clientId)
          ?.filter(({ action }) => takesList(identity, action.type));
  return { uri, channel, missed: missed !== undefined && weigh(missed) <= MAX_REPLAY ? missed : undefined };
}

/** Answers all channels at once: a replay if every one of them can be replayed, else snapshots. */
function wholeFor(subscriptions: Subscriptions, identity: Identity, resumed: readonly Resumed[]): object {
  const alive = resumed.filter(({ channel }) => channel !== undefined);
  const actions = alive.flatMap(({ missed }) => missed ?? []);
  if (alive.some(({ missed }) => missed === undefined) || weigh(actions) > MAX_REPLAY) {
    const channels = new Set(alive.flatMap(({ channel }) => channel ?? []));
    return {
      type: 'snapshot',
      snapshots: [...channels].map((channel) => subscriptions.snapshot(channel, identity)),
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

/** Answers each channel on its own, for clients that ask in the newer form. */
function eachFor(subscriptions: Subscriptions, identity: Identity, resumed: readonly Resumed[]): object {
  const channels = resumed.map(({ uri, channel, missed }) => {
    if (channel === undefined) return { kind: 'missing', channel: uri };
    if (missed === undefined) {
      return { kind: 'snapshot', channel: uri, snapshot: subscriptions.snapshot(channel, identity) };
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
