/** The state of the host for `x-cotty/status`: itself, its clients, and which agents hold what. */

import type { AgentStatus, HostStatus } from '../protocol/messages.ts';
import type { Clients } from './clients/clients.ts';
import type { Terminals } from './terminal/terminals.ts';

/** Values that only the running host knows. */
export type OwnStatus = Pick<HostStatus, 'version' | 'startedAt'> &
  Partial<
    Pick<
      HostStatus,
      'socket' | 'address' | 'web' | 'unknownActions' | 'rawLog' | 'errors' | 'fleet' | 'unrecorded'
    >
  >;

export function statusOf(clients: Clients, terminals: Terminals, own: OwnStatus): HostStatus {
  return {
    pid: process.pid,
    clients: clients.size,
    terminals: terminals.size,
    ...own,
    agents: agentsOf(clients, terminals),
  };
}

function agentsOf(clients: Clients, terminals: Terminals): AgentStatus[] {
  return clients.all().flatMap((peer) => {
    const handle = peer.identity?.agent;
    if (handle === undefined) return [];
    return [
      { handle, since: peer.since, holds: terminals.heldBy((claim) => clients.holder(claim) === peer) },
    ];
  });
}
