/** A request of a client: looked at as a whole, then run. The one way to what a host does on request. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { parseParams } from '../../protocol/validate/params.ts';
import { RpcError } from '../../rpc/errors.ts';
import { WATCH_ONLY } from '../ground/access.ts';
import type { HostParts } from '../parts.ts';
import type { Peer } from '../people/peer.ts';
import type { Method } from '../requests/request.ts';
import { requests } from './request-table.ts';

/** Throws an `RpcError` where it is refused. */
export function answerRequest<M extends Method>(
  parts: HostParts,
  peer: Peer,
  method: M,
  raw: unknown,
): object | null | Promise<object | null> {
  const { when, changes, run } = requests[method];
  const isReady = peer.identity !== undefined;
  if (when === 'ready' && !isReady) throw new RpcError(ErrorCode.InvalidRequest, 'initialize first');
  if (when === 'fresh' && isReady) throw new RpcError(ErrorCode.InvalidRequest, 'initialized already');
  if (peer.closed) throw new RpcError(ErrorCode.InvalidRequest, 'this connection is being closed');
  if (changes && peer.access.watchOnly) throw new RpcError(ErrorCode.PermissionDenied, WATCH_ONLY);
  const parsed = parseParams(method, raw);
  if (!parsed.ok) throw new RpcError(ErrorCode.InvalidParams, parsed.error);
  return run(parts, peer, parsed.params);
}
