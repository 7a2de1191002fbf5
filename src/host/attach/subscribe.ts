/** `subscribe` — a snapshot of a channel, and from then on its actions. Asking again gives a fresh snapshot. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Request } from '../requests/request.ts';
import { channelOf, checkSubscriptions, settle, snapshotOf, watch } from './channel-subscriptions.ts';

export const subscribe: Request<'subscribe'> = {
  method: 'subscribe',
  when: 'ready',
  run(parts, peer, { channel: uri, delivery }) {
    const channel = channelOf(parts, uri);
    if (channel === undefined || peer.identity === undefined) {
      throw new RpcError(ErrorCode.NotFound, `there is no ${uri}`);
    }
    if (!parts.broadcast.isSubscribed(channel, peer)) {
      checkSubscriptions(parts, parts.broadcast.channelsOf(peer) + 1);
    }
    settle(parts, [channel]);
    const snapshot = snapshotOf(parts, channel, peer.identity);
    watch(parts, peer, channel, delivery?.maxLatencyMs);
    return { snapshot };
  },
};
