/** The connection of a client, seen from the host. It gets its identity by `initialize` or `reconnect`, and keeps it. */

import { agentSession } from '../../protocol/common/uri.ts';
import type { CottyNotifications } from '../../protocol/cotty/cotty-requests.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { Transport } from '../../rpc/transport.ts';
import { type Access, localAccess } from '../common/access.ts';
import type { OuterProfile } from '../screen/outer-profile.ts';
import type { Viewer } from '../stream/broadcast.ts';
import type { Actor } from './claims.ts';
import { type Identity, takesList } from './identity.ts';

/** The sending side of a client's connection. */
export type PeerConnection = Pick<Transport, 'buffered' | 'send' | 'cork' | 'close'>;

/** With more unsent bytes than this, a client gets no notifications: a later one, or an answer, has the same information. */
const MOST_UNSENT = 1024 * 1024;

export class Peer implements Viewer {
  readonly access: Access;
  readonly connection: PeerConnection;
  readonly #sessions = new Set<string>();
  readonly #latencies = new Map<string, number>();
  /** Functions that give up a request for which the client waits in a queue, by ticket. */
  readonly #turns = new Map<string, () => void>();
  #identity: Identity | undefined;
  #since = 0;
  #closed = false;
  /** The profile of the terminal in which the client's window runs, as the client has sent it. */
  profile: OuterProfile | undefined;

  constructor(connection: PeerConnection, access: Access = localAccess) {
    this.access = access;
    this.connection = connection;
  }

  /** Whether a pty may be paused because this client reads slowly. A client that only watches must not slow programs. */
  get slowsPrograms(): boolean {
    return !this.access.watchOnly;
  }

  get identity(): Identity | undefined {
    return this.#identity;
  }

  /** Time of `initialize` or `reconnect`, in Unix milliseconds. */
  get since(): number {
    return this.#since;
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Whether much of what was sent to the client is still unread. */
  get isBehind(): boolean {
    return this.connection.buffered > MOST_UNSENT;
  }

  get version(): string {
    return this.#identity?.version ?? '';
  }

  get acks(): boolean {
    return this.#identity?.acks === true;
  }

  /** Sessions for which the client speaks: an agent for its own, another client for those for which it has created a terminal. */
  get sessions(): ReadonlySet<string> {
    return this.#sessions;
  }

  get actor(): Actor {
    const { clientId = '', agent } = this.#identity ?? {};
    return { clientId, sessions: this.#sessions, ...(agent === undefined ? {} : { agent }) };
  }

  introduce(identity: Identity, now: number): void {
    this.#identity = identity;
    this.#since = now;
    if (identity.agent !== undefined) this.#sessions.add(agentSession(identity.agent));
  }

  speakFor(session: string): void {
    this.#sessions.add(session);
  }

  /** Longest delay in milliseconds that the client accepts for output on this channel. */
  latency(channel: string): number | undefined {
    return this.#latencies.get(channel);
  }

  setLatency(channel: string, ms: number | undefined): void {
    if (ms === undefined) this.#latencies.delete(channel);
    else this.#latencies.set(channel, ms);
  }

  /** Whether the client gets an action: it may have asked not to get its own input, and gets the list in one form only. */
  wants({ action, origin }: ActionEnvelope): boolean {
    if (this.#identity !== undefined && !takesList(this.#identity, action.type)) return false;
    if (action.type !== 'terminal/input' || this.#identity?.ownInput !== false) return true;
    return origin?.clientId !== this.#identity.clientId;
  }

  /** Sends a notification, unless the client reads too slowly. */
  notify<M extends keyof CottyNotifications>(method: M, params: CottyNotifications[M]): void {
    if (this.isBehind) return;
    this.connection.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /**
   * Lets the client give up a request that waits in a queue, until it is settled. A second request with the same ticket cannot be
   * given up.
   */
  async whileWaiting<T>(ticket: string, giveUp: () => void, result: Promise<T>): Promise<T> {
    if (!this.#turns.has(ticket)) this.#turns.set(ticket, giveUp);
    try {
      return await result;
    } finally {
      if (this.#turns.get(ticket) === giveUp) this.#turns.delete(ticket);
    }
  }

  /** Gives up one waiting request, or all of them when the client is gone. */
  giveUp(ticket?: string): void {
    if (ticket !== undefined) this.#turns.get(ticket)?.();
    else for (const giveUp of [...this.#turns.values()]) giveUp();
  }

  /** Must be called when the connection has ended. */
  left(): void {
    this.#closed = true;
  }

  disconnect(code: number, reason: string): void {
    this.#closed = true;
    this.connection.close(code, reason);
  }
}
