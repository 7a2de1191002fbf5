/** How the host is, for `x-cotty/status`: itself, who is connected, and which agents hold what. */

import type { AgentStatus, HostStatus } from '../protocol/messages.ts';
import type { HostParts } from './parts.ts';

/** What the host alone knows of itself. */
export type OwnStatus = Pick<HostStatus, 'startedAt'> &
  Partial<Pick<HostStatus, 'socket' | 'address' | 'unknownActions' | 'rawLog'>>;

export function statusOf(
  { clients, terminals, version }: Pick<HostParts, 'clients' | 'terminals' | 'version'>,
  facts: OwnStatus,
): HostStatus {
  return {
    pid: process.pid,
    version,
    clients: clients.size,
    terminals: terminals.size,
    ...facts,
    agents: agentsOf({ clients, terminals }),
  };
}

function agentsOf({ clients, terminals }: Pick<HostParts, 'clients' | 'terminals'>): AgentStatus[] {
  return clients.all().flatMap((peer) => {
    const handle = peer.identity?.agent;
    if (handle === undefined) return [];
    return [
      { handle, since: peer.since, holds: terminals.heldBy((claim) => clients.holder(claim) === peer) },
    ];
  });
}
