/** `disposeTerminal` and its gentler form: parked terminals live on for some minutes and can be brought back. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { parseDisposeMeta } from '../../protocol/validate/cotty.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { HostParts } from '../parts.ts';
import { mayDispose } from '../people/claims.ts';
import { mayParkAtOwner } from '../people/owner-rules.ts';
import type { Peer } from '../people/peer.ts';
import type { Request } from './request.ts';

/** One that is gone already is disposed as asked: success. */
export const disposeTerminal: Request<'disposeTerminal'> = {
  method: 'disposeTerminal',
  when: 'ready',
  changes: true,
  run(parts, peer, { channel, _meta }) {
    const parsed = parseDisposeMeta(_meta);
    if (!parsed.ok) throw new RpcError(ErrorCode.InvalidParams, `_meta: ${parsed.error}`);
    check(parts, peer, channel);
    if (parsed.dispose.purge === true) {
      checkPurge(parts, peer, channel);
      // What was told of it and still waits is part of the record.
      return parts.terminals
        .purge(channel)
        .then(() => parts.wakes.forget(channel))
        .then(() => null);
    }
    parts.terminals.dispose(channel);
    return null;
  },
};

export const parkTerminal: Request<'x-cotty/parkTerminal'> = {
  method: 'x-cotty/parkTerminal',
  when: 'ready',
  changes: true,
  run(parts, peer, { channel }) {
    check(parts, peer, channel);
    checkOwner(parts, peer, channel);
    if (!parts.terminals.park(channel)) throw unknown(channel);
    return null;
  },
};

export const restoreTerminal: Request<'x-cotty/restoreTerminal'> = {
  method: 'x-cotty/restoreTerminal',
  when: 'ready',
  changes: true,
  run(parts, peer, { channel }) {
    check(parts, peer, channel);
    if (!parts.terminals.restore(channel)) throw unknown(channel);
    return null;
  },
};

function check({ terminals, clients }: HostParts, peer: Peer, channel: string): void {
  const terminal = terminals.find(channel);
  if (terminal === undefined) return;
  const { createdBy } = terminal.meta;
  const verdict = mayDispose({ actor: peer.actor, createdBy }, terminal.state.claim, clients);
  if (!verdict.ok) throw new RpcError(ErrorCode.PermissionDenied, verdict.reason);
}

/**
 * Whose record it is: a person may delete any, an agent that of a terminal which it made. To hold one is not enough: an
 * agent holds what it runs something in while nobody is there.
 */
function checkPurge({ terminals }: HostParts, peer: Peer, channel: string): void {
  const terminal = terminals.find(channel);
  if (terminal === undefined) throw unknown(channel);
  const { actor, identity } = peer;
  const { createdBy = 'somebody else' } = terminal.meta;
  if (actor.agent === undefined || createdBy === identity?.writer) return;
  throw new RpcError(
    ErrorCode.PermissionDenied,
    `the record of ${channel} is not agent ${actor.agent}'s to delete: ${createdBy} made this terminal`,
  );
}

function checkOwner({ terminals, clients }: HostParts, peer: Peer, channel: string): void {
  const { owner, state } = terminals.find(channel) ?? {};
  if (owner === undefined || state === undefined) return;
  const verdict = mayParkAtOwner(peer.actor, { clientId: owner, name: clients.nameOf(state.claim) }, state);
  if (!verdict.ok) throw new RpcError(ErrorCode.PermissionDenied, verdict.reason);
}

function unknown(channel: string): RpcError {
  return new RpcError(ErrorCode.NotFound, `there is no ${channel}`);
}
