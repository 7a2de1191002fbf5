/** Forgets a client that is gone: its subscriptions, its name among the connected ones, and what it has asked for. */

import type { Clients } from '../clients/clients.ts';
import type { Peer } from '../clients/peer.ts';
import type { ControlRequests } from '../requests/ask.ts';
import type { Broadcast } from '../stream/broadcast.ts';

export type LeaveOptions = {
  readonly broadcast: Broadcast;
  readonly clients: Clients;
  readonly controlRequests: ControlRequests;
};

export function leave({ broadcast, clients, controlRequests }: LeaveOptions, peer: Peer): void {
  broadcast.leave(peer);
  peer.giveUp();
  // A newer connection of the same client goes on with its requests.
  if (!clients.isCurrent(peer)) return;
  controlRequests.withdraw(peer.identity?.writer);
  clients.leave(peer);
}
