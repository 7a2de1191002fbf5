/**
 * Decides who may administer the host: only people, for some requests only the host's user, for others only at the Unix socket.
 */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Peer } from './peer.ts';

/** Throws if an agent asks. `toDo` completes the message `agents do not …`. */
export function refuseAgents({ actor }: Peer, toDo: string): void {
  if (actor.agent !== undefined) throw new RpcError(ErrorCode.PermissionDenied, `agents do not ${toDo}`);
}

/**
 * Throws unless the credential is the local user's: at the socket, or in a browser with a session that may type. `rule` is the
 * message.
 */
export function refuseStrangers({ access }: Peer, rule: string): void {
  if (access.credential !== 'local') throw new RpcError(ErrorCode.PermissionDenied, rule);
}

/** Throws unless the request comes over the user's own Unix socket. `rule` is the message. */
export function refuseElsewhere({ access }: Peer, rule: string): void {
  if (!access.atSocket) throw new RpcError(ErrorCode.PermissionDenied, rule);
}
