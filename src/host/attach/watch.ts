/** Wake-ups for finished commands: `x-cotty/watch` and `x-cotty/unwatch`, and `x-cotty/wakes` to read and acknowledge them. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { WatchFilter, WatchResult } from '../../protocol/cotty/wake.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Peer } from '../clients/peer.ts';
import { type WakeSubscriber, wakeSubscriberOf } from '../clients/wake-subscriber.ts';
import type { Requests } from '../requests/request.ts';
import type { Wakes } from '../wake/wakes.ts';
import type { Subscriptions } from './subscriptions.ts';

/** Default number of wake-ups in one answer; the others come after an acknowledgement. */
const WAKES_AT_ONCE = 100;

type Needs = { readonly wakes: Wakes; readonly subscriptions: Subscriptions };

export function wakeRequests({ wakes, subscriptions }: Needs) {
  return {
    'x-cotty/watch'(peer, { channel, filter = {} }) {
      return watch(wakes, subscriber(peer), known(subscriptions, channel), filter);
    },
    async 'x-cotty/unwatch'(peer, { channel, id }) {
      await wakes.unwatch(subscriber(peer), channel, id);
      return { subscribers: wakes.subscribers(channel) };
    },
    /** The channel does not matter: a subscriber has one inbox, and an acknowledgement is a number in it. */
    'x-cotty/wakes'(peer, { ack, limit = WAKES_AT_ONCE }) {
      return wakes.wakes(subscriber(peer), limit, ack);
    },
  } satisfies Partial<Requests>;
}

async function watch(
  wakes: Wakes,
  who: WakeSubscriber,
  channel: string,
  filter: WatchFilter,
): Promise<WatchResult> {
  const watched = await wakes.watch(who, channel, filter);
  if (!watched.ok) throw new RpcError(ErrorCode.InvalidParams, watched.reason);
  return { watch: watched.watch, subscribers: wakes.subscribers(channel) };
}

/** Wake-ups are kept by writer. Throws for a client that has named no writer. */
function subscriber(peer: Peer): WakeSubscriber {
  const who = wakeSubscriberOf(peer);
  if (who !== undefined) return who;
  throw new RpcError(
    ErrorCode.PermissionDenied,
    "wake-ups are kept by writer: initialize with _meta['x-cotty'].writer, user:NAME or agent:HANDLE",
  );
}

function known(subscriptions: Subscriptions, uri: string): string {
  const channel = subscriptions.channelOf(uri);
  if (channel === undefined) throw new RpcError(ErrorCode.NotFound, `there is no ${uri}`);
  return channel;
}
