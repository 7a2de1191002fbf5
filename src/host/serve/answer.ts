/** Answers one request of a client: checks that it is allowed now, validates its params, and runs it. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { Request } from '../../protocol/fields/parts.ts';
import { type ClientRequests, type Method, parseParams, requests as table } from '../../protocol/messages.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Peer } from '../clients/peer.ts';
import { WATCH_ONLY } from '../common/access.ts';
import type { Requests } from '../requests/request.ts';

/** Throws an `RpcError` if the request is refused. */
export function answerRequest<M extends Method>(
  requests: Requests,
  peer: Peer,
  method: M,
  raw: unknown,
): object | null | Promise<object | null> {
  const { when, readOnly = false }: Request = table[method];
  const isReady = peer.identity !== undefined;
  if (when === undefined && !isReady) throw new RpcError(ErrorCode.InvalidRequest, 'initialize first');
  if (when === 'fresh' && isReady) throw new RpcError(ErrorCode.InvalidRequest, 'initialized already');
  if (peer.closed) throw new RpcError(ErrorCode.InvalidRequest, 'this connection is being closed');
  if (!readOnly && peer.access.watchOnly) throw new RpcError(ErrorCode.PermissionDenied, WATCH_ONLY);
  const parsed = parseParams(method, raw);
  if (!parsed.ok) throw new RpcError(ErrorCode.InvalidParams, parsed.error);
  return requests[method](peer, parsed.params as ClientRequests[M]['params']);
}
