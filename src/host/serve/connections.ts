/** The connections of clients: passes on requests and notifications, and handles back-pressure and the end of each connection. */

import type { Look } from '../../protocol/cotty/program.ts';
import {
  type ClientNotifications,
  isClientMethod,
  isReadOnly,
  type Method,
  parseParams,
} from '../../protocol/messages.ts';
import { Connection } from '../../rpc/connection.ts';
import type { Transport } from '../../rpc/transport.ts';
import type { Subscriptions } from '../attach/subscriptions.ts';
import type { Clients } from '../clients/clients.ts';
import type { Looking } from '../clients/looking.ts';
import { Peer } from '../clients/peer.ts';
import type { Access } from '../common/access.ts';
import type { Clock } from '../common/clock.ts';
import { type HostClose, noInitialize } from '../common/host-close.ts';
import type { Limits } from '../common/limits.ts';
import type { ControlRequests } from '../requests/ask.ts';
import type { Requests } from '../requests/request.ts';
import type { OuterProfile } from '../screen/outer-profile.ts';
import type { Broadcast } from '../stream/broadcast.ts';
import { answerRequest } from './answer.ts';
import type { Dispatcher } from './dispatch.ts';

/** Milliseconds for the handshake. A client that has not initialized by then is disconnected. */
const HANDSHAKE_MS = 30_000;

export type ConnectionsOptions = {
  readonly requests: Requests;
  readonly dispatcher: Dispatcher;
  readonly subscriptions: Subscriptions;
  readonly broadcast: Broadcast;
  /** Called when a client has disconnected. */
  readonly leave: (peer: Peer) => void;
  /** Called when a client has sent the profile of its outer terminal. */
  readonly onProfile: (peer: Peer, profile: OuterProfile) => void;
  /** Called when a client has told what is looked at there. */
  readonly onLook: (peer: Peer, look: Look) => void;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly log: (message: string) => void;
};

export class Connections {
  readonly #options: ConnectionsOptions;
  readonly #peers = new Set<Peer>();
  #closed: HostClose | undefined;

  constructor(options: ConnectionsOptions) {
    this.#options = options;
  }

  /** Serves a client over a transport of any kind. */
  open(transport: Transport, access: Access): void {
    const { requests, broadcast, leave, clock, limits, log } = this.#options;
    const connection = new Connection(transport, {
      log,
      maxServing: limits.requests,
      maxUnreadBytes: limits.pendingBytes,
      maxDepth: limits.jsonDepth,
      beforeSend: () => broadcast.flush(),
    });
    const peer = new Peer(transport, access);
    this.#peers.add(peer);
    const cancelHandshake = clock.after(HANDSHAKE_MS, () => {
      if (peer.identity === undefined) peer.disconnect(noInitialize.code, noInitialize.reason);
    });
    const serve = (method: Method, params: unknown) => {
      const result = answerRequest(requests, peer, method, params);
      if (peer.identity !== undefined) cancelHandshake();
      return result;
    };
    const isServed = (method: string): method is Method => Object.hasOwn(requests, method);
    connection.serve((method) => (isServed(method) ? (params) => serve(method, params) : undefined));
    connection.onNotification((method, params) => this.#notified(peer, method, params));
    connection.onDrain(() => broadcast.drained(peer));
    connection.onClose(() => {
      cancelHandshake();
      this.#peers.delete(peer);
      peer.left();
      leave(peer);
    });
    if (this.#closed !== undefined) peer.disconnect(this.#closed.code, this.#closed.reason);
  }

  /** Disconnects all clients, and from now on every new one at once. */
  close(why: HostClose): void {
    this.#closed = why;
    this.#options.broadcast.flush();
    for (const peer of [...this.#peers]) peer.disconnect(why.code, why.reason);
  }

  /** A notification has no answer, so a malformed, unknown or early one can only be logged. */
  #notified(peer: Peer, method: string, raw: unknown): void {
    if (peer.identity === undefined || peer.closed || !isClientMethod(method)) return;
    if (peer.access.watchOnly && !isReadOnly(method)) return;
    const { subscriptions, broadcast, dispatcher, onProfile, onLook } = this.#options;
    if (method === 'dispatchAction') {
      dispatcher.receive(peer, raw);
      return;
    }
    const on = <M extends keyof ClientNotifications>(
      name: M,
      take: (params: ClientNotifications[M]) => void,
    ) => {
      const parsed = method === name ? parseParams(name, raw) : undefined;
      if (parsed?.ok === true) take(parsed.params);
    };
    on('unsubscribe', ({ channel }) => subscriptions.end(peer, subscriptions.channelOf(channel) ?? channel));
    on('x-cotty/ack', ({ channel, chars, whole }) => broadcast.acked(channel, peer, chars, whole === true));
    on('x-cotty/giveUpTurn', ({ ticket }) => peer.giveUp(ticket));
    on('x-cotty/colors', (profile) => onProfile(peer, profile));
    on('x-cotty/looking', (look) => onLook(peer, look));
  }
}

type LeaveOptions = {
  readonly broadcast: Broadcast;
  readonly clients: Clients;
  readonly looking: Looking;
  readonly controlRequests: ControlRequests;
};

/** Removes a client that has disconnected: its subscriptions, its connection, and its pending requests. */
export function leave({ broadcast, clients, looking, controlRequests }: LeaveOptions, peer: Peer): void {
  broadcast.leave(peer);
  looking.leave(peer);
  peer.giveUp();
  // A newer connection of the same client takes over its requests.
  if (!clients.isCurrent(peer)) return;
  controlRequests.withdraw(peer.identity?.writer);
  clients.leave(peer);
}
