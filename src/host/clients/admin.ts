/** Decides who may administer the host: people, and for what reaches beyond terminals only at its own socket. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Peer } from './peer.ts';

/** Throws when an agent asks: everybody's terminals depend on the host. */
export function refuseAgents({ actor }: Peer, toDo: string): void {
  if (actor.agent !== undefined) throw new RpcError(ErrorCode.PermissionDenied, `agents do not ${toDo}`);
}

/** Throws when somebody asks who is not known as the user of the host: not at its socket, nor in a browser with a link that may type. */
export function refuseStrangers({ access }: Peer, rule: string): void {
  if (access.credential !== 'local') throw new RpcError(ErrorCode.PermissionDenied, rule);
}

/** Throws when somebody asks who does not come over the own user's Unix socket; `rule` tells why not. */
export function refuseElsewhere({ access }: Peer, rule: string): void {
  if (!access.atSocket) throw new RpcError(ErrorCode.PermissionDenied, rule);
}
