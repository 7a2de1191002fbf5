/** One client's connection, served: requests, notifications, back-pressure, and its end. */

import { isClientMethod, parseParams } from '../../protocol/validate/params.ts';
import { Connection } from '../../rpc/connection.ts';
import type { Transport } from '../../rpc/transport.ts';
import { channelOf, unwatch } from '../attach/channel-subscriptions.ts';
import { type Access, localAccess } from '../ground/access.ts';
import { type HostClose, silent } from '../ground/host-close.ts';
import type { HostParts } from '../parts.ts';
import { Peer } from '../people/peer.ts';
import type { Method } from '../requests/request.ts';
import { answerRequest } from './answer.ts';
import { dispatchAction } from './dispatch.ts';
import { leave } from './leave.ts';
import { isServed } from './request-table.ts';

/** Who has not introduced itself by then does not mean to. */
const GREETING_MS = 30_000;

/** Answers the way to hang up. */
export function servePeer(
  parts: HostParts,
  transport: Transport,
  access: Access = localAccess,
): (why: HostClose) => void {
  const { clock, limits, log } = parts;
  const connection = new Connection(transport, {
    log,
    maxServing: limits.requests,
    maxUnreadBytes: limits.pendingBytes,
    maxDepth: limits.jsonDepth,
  });
  const peer = new Peer(connection, access);
  const cancelGreeting = clock.after(GREETING_MS, () => {
    if (peer.identity === undefined) peer.disconnect(silent.code, silent.reason);
  });
  const serve = <M extends Method>(method: M, params: unknown) => {
    const result = answerRequest(parts, peer, method, params);
    if (peer.identity !== undefined) cancelGreeting();
    return result;
  };
  connection.serve((method) => (isServed(method) ? (params) => serve(method, params) : undefined));
  connection.onNotification((method, params) => notified(parts, peer, method, params));
  connection.onDrain(() => parts.broadcast.drained(peer));
  connection.onClose(() => {
    cancelGreeting();
    leave(parts, peer);
  });
  return ({ code, reason }) => peer.disconnect(code, reason);
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
    if (parsed.ok && !peer.access.watchOnly) peer.colors = parsed.params;
  }
}
