/** One client's connection, served: requests, notifications, back-pressure, and its end. */

import { ErrorCode } from '../protocol/errors.ts';
import { isClientMethod, parseParams } from '../protocol/validate/params.ts';
import { Connection } from '../rpc/connection.ts';
import { RpcError } from '../rpc/errors.ts';
import type { Transport } from '../rpc/transport.ts';
import type { HostClose } from './close-codes.ts';
import { dispatchAction } from './dispatch.ts';
import type { HostParts } from './parts.ts';
import { Peer } from './peer.ts';
import type { Method } from './requests/request.ts';
import { isServed, requests } from './requests/table.ts';
import { channelOf, unwatch } from './subscriptions.ts';

/** Answers the way to hang up. */
export function servePeer(parts: HostParts, transport: Transport): (why: HostClose) => void {
  const connection = new Connection(transport, { log: parts.log });
  const peer = new Peer(connection);
  connection.serve((method) =>
    isServed(method) ? (params) => answer(parts, peer, method, params) : undefined,
  );
  connection.onNotification((method, params) => notified(parts, peer, method, params));
  connection.onDrain(() => parts.broadcast.drained(peer));
  connection.onClose(() => {
    parts.broadcast.leave(peer);
    if (parts.clients.leave(peer)) parts.onClients();
  });
  return ({ code, reason }) => peer.disconnect(code, reason);
}

function answer<M extends Method>(parts: HostParts, peer: Peer, method: M, raw: unknown): object | null {
  const { when, run } = requests[method];
  const isReady = peer.identity !== undefined;
  if (when === 'ready' && !isReady) throw new RpcError(ErrorCode.InvalidRequest, 'initialize first');
  if (when === 'fresh' && isReady) throw new RpcError(ErrorCode.InvalidRequest, 'initialized already');
  if (peer.closed) throw new RpcError(ErrorCode.InvalidRequest, 'this connection is being closed');
  const parsed = parseParams(method, raw);
  if (!parsed.ok) throw new RpcError(ErrorCode.InvalidParams, parsed.error);
  return run(parts, peer, parsed.params);
}

/** Notifications are never answered: what is malformed, unknown or too early is only noted. */
function notified(parts: HostParts, peer: Peer, method: string, raw: unknown): void {
  if (peer.identity === undefined || peer.closed || !isClientMethod(method)) return;
  if (method === 'unsubscribe') {
    const parsed = parseParams(method, raw);
    if (parsed.ok) unwatch(parts, peer, channelOf(parts, parsed.params.channel) ?? parsed.params.channel);
  } else if (method === 'dispatchAction') {
    const parsed = parseParams(method, raw);
    if (parsed.ok) dispatchAction(parts, peer, parsed.params);
    else parts.log(`ignored an action of ${peer.identity.name}: ${parsed.error}`);
  } else if (method === 'x-cotty/colors') {
    const parsed = parseParams(method, raw);
    if (parsed.ok) peer.colors = parsed.params;
  }
}
