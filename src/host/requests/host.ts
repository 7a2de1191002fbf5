/** Requests about the host itself, and those of AHP that a host of terminals answers in the protocol's own words. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { AgentStatus, HostStatus, Survivor } from '../../protocol/messages.ts';
import { RpcError } from '../../rpc/errors.ts';
import { refuseAgents, refuseElsewhere } from '../clients/admin.ts';
import type { Clients } from '../clients/clients.ts';
import type { Clock } from '../common/clock.ts';
import type { Handoff } from '../restore/handoff.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Requests } from './request.ts';

type Needs = {
  readonly status: () => HostStatus;
  readonly survivors: () => Promise<readonly Survivor[]>;
  /** Ends the host. */
  readonly stop: () => void;
  readonly handoff: Handoff;
  /** Ends the host, but nothing that runs in its terminals. */
  readonly leave: () => void;
  readonly clock: Clock;
};

export function hostRequests({ status, survivors, stop, handoff, leave, clock }: Needs) {
  return {
    ping: () => null,
    listSessions: () => ({ items: [] }),
    /** Always refused: tokens are for protected resources, and access to the host is checked when a connection opens. */
    authenticate(_peer, { resource }) {
      throw new RpcError(ErrorCode.InvalidParams, `unrecognised resource ${resource.slice(0, 200)}`);
    },
    async 'x-cotty/status'() {
      // The state is asked for above all when something is wrong, such as with the records.
      const found = await survivors().catch(() => []);
      return { ...status(), ...(found.length === 0 ? {} : { survivors: found }) };
    },
    /** Stops the host. Agents may not do that, because everybody's terminals end with it. */
    'x-cotty/stop'(peer) {
      refuseAgents(peer, 'stop the host');
      // Not before the answer is on its way.
      clock.soon(stop);
      return null;
    },
    /**
     * Hands the terminals over to a host that `program` starts, and ends this one. It runs a program as the user of the host, so
     * it is for those who come over that user's own socket.
     */
    async 'x-cotty/restart'(peer, { program }) {
      refuseAgents(peer, 'restart the host');
      refuseElsewhere(peer, 'a host is restarted on its own machine only');
      const { version } = await handoff.to(program);
      // Not before the answer is on its way.
      clock.soon(leave);
      return { version };
    },
  } satisfies Partial<Requests>;
}

/** Values that only the running host knows. */
export type OwnStatus = Pick<HostStatus, 'version' | 'startedAt'> &
  Partial<
    Pick<
      HostStatus,
      'socket' | 'address' | 'web' | 'unknownActions' | 'rawLog' | 'errors' | 'fleet' | 'unrecorded'
    >
  >;

/** The state of the host for `x-cotty/status`: itself, its clients, and which agents hold what. */
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
