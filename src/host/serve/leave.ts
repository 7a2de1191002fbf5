/** Removes a client that has disconnected: its subscriptions, its connection, and its pending requests. */

import type { Clients } from '../clients/clients.ts';
import type { Looking } from '../clients/looking.ts';
import type { Peer } from '../clients/peer.ts';
import type { ControlRequests } from '../requests/ask.ts';
import type { Broadcast } from '../stream/broadcast.ts';

export type LeaveOptions = {
  readonly broadcast: Broadcast;
  readonly clients: Clients;
  readonly looking: Looking;
  readonly controlRequests: ControlRequests;
};

export function leave({ broadcast, clients, looking, controlRequests }: LeaveOptions, peer: Peer): void {
  broadcast.leave(peer);
  looking.leave(peer);
  peer.giveUp();
  // A newer connection of the same client takes over its requests.
  if (!clients.isCurrent(peer)) return;
  controlRequests.withdraw(peer.identity?.writer);
  clients.leave(peer);
}
