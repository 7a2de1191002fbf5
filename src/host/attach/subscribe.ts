/** `subscribe`: a snapshot of a channel, and from then on its actions. Subscribing again gives a fresh snapshot. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Answering } from '../requests/request.ts';
import type { Broadcast } from '../stream/broadcast.ts';
import type { Subscriptions } from './subscriptions.ts';

export function subscribe(subscriptions: Subscriptions, broadcast: Broadcast): Answering<'subscribe'> {
  return (peer, { channel: uri, delivery }) => {
    const { identity } = peer;
    const channel = identity === undefined ? undefined : subscriptions.channelToRead(uri, identity);
    if (channel === undefined || identity === undefined) {
      throw new RpcError(ErrorCode.NotFound, `there is no ${uri}`);
    }
    if (!broadcast.isSubscribed(channel, peer)) {
      subscriptions.checkCount(broadcast.channelsOf(peer) + 1);
    }
    subscriptions.settle([channel]);
    const snapshot = subscriptions.snapshot(channel, identity);
    subscriptions.begin(peer, channel, delivery?.maxLatencyMs);
    return { snapshot };
  };
}
