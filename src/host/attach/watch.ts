/** Being woken by finished commands: `x-cotty/watch`, `x-cotty/unwatch`, and `x-cotty/wakes` for what was told. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { WatchResult } from '../../protocol/cotty/cotty-requests.ts';
import type { WatchFilter } from '../../protocol/cotty/wake.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { HostParts } from '../parts.ts';
import type { Peer } from '../people/peer.ts';
import { type Subscriber, subscriberOf } from '../people/wake-subscriber.ts';
import type { Request } from '../requests/request.ts';
import { channelOf } from './channel-subscriptions.ts';

/** An answer without a wish; what did not fit comes after an acknowledgement. */
const WAKES_AT_ONCE = 100;

export const watchCommands: Request<'x-cotty/watch'> = {
  method: 'x-cotty/watch',
  when: 'ready',
  run(parts, peer, { channel, filter = {} }) {
    return watch(parts, subscriber(peer), known(parts, channel), filter);
  },
};

export const unwatchCommands: Request<'x-cotty/unwatch'> = {
  method: 'x-cotty/unwatch',
  when: 'ready',
  async run({ wakes }, peer, { channel, id }) {
    await wakes.unwatch(subscriber(peer), channel, id);
    return { subscribers: wakes.subscribers(channel) };
  },
};

/** One subscriber has one inbox, whatever the channel says: the acknowledgement is a number in it. */
export const wakes: Request<'x-cotty/wakes'> = {
  method: 'x-cotty/wakes',
  when: 'ready',
  run(parts, peer, { ack, limit = WAKES_AT_ONCE }) {
    return parts.wakes.wakes(subscriber(peer), limit, ack);
  },
};

async function watch(
  { wakes }: HostParts,
  who: Subscriber,
  channel: string,
  filter: WatchFilter,
): Promise<WatchResult> {
  const watched = await wakes.watch(who, channel, filter);
  if (!watched.ok) throw new RpcError(ErrorCode.InvalidParams, watched.reason);
  return { watch: watched.watch, subscribers: wakes.subscribers(channel) };
}

/** Wakes wait for somebody by name: who does not say who it is has none. */
function subscriber(peer: Peer): Subscriber {
  const who = subscriberOf(peer);
  if (who !== undefined) return who;
  throw new RpcError(
    ErrorCode.PermissionDenied,
    "wakes are kept by name: initialize with _meta['x-cotty'].writer, user:NAME or agent:HANDLE",
  );
}

function known(parts: HostParts, uri: string): string {
  const channel = channelOf(parts, uri);
  if (channel === undefined) throw new RpcError(ErrorCode.NotFound, `there is no ${uri}`);
  return channel;
}
