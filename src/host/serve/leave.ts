/** A client is gone: nothing is sent to it any more, and what hangs on its being there is looked at again. */

import type { HostParts } from '../parts.ts';
import type { Peer } from '../people/peer.ts';

export function leave(parts: HostParts, peer: Peer): void {
  parts.broadcast.leave(peer);
  if (!parts.clients.leave(peer)) return;
  parts.asks.left(peer.identity?.writer);
  parts.onClients();
}
