/** A client's connection: it has no identity until `initialize` or `reconnect`, and then keeps it for good. */

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

/** Unsent bytes above which a client is sent no notice: the next one, or the answer, tells the same. */
const MOST_UNSENT = 1024 * 1024;

export class Peer implements Viewer {
  readonly access: Access;
  readonly connection: PeerConnection;
  readonly #sessions = new Set<string>();
  readonly #latencies = new Map<string, number>();
  /** Functions that give up a turn for which the client waits, by ticket. */
  readonly #turns = new Map<string, () => void>();
  #identity: Identity | undefined;
  #since = 0;
  #closed = false;
  /** The colours and the size of a cell of the terminal in which the client's window runs, as it has told them. */
  profile: OuterProfile | undefined;

  constructor(connection: PeerConnection, access: Access = localAccess) {
    this.access = access;
    this.connection = connection;
  }

  /** Whether a pty is paused when this client reads slowly; a client that only watches must not slow a program. */
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

  /** Whether the client has left much of what it was sent unread. */
  get isBehind(): boolean {
    return this.connection.buffered > MOST_UNSENT;
  }

  get version(): string {
    return this.#identity?.version ?? '';
  }

  get acks(): boolean {
    return this.#identity?.acks === true;
  }

  /** Sessions that the client speaks for: an agent its own one, another client those it created a terminal for. */
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

  /** Whether the client is to be told: one that asked for it is not told of its own keys, nor of the list in the other form. */
  wants({ action, origin }: ActionEnvelope): boolean {
    if (this.#identity !== undefined && !takesList(this.#identity, action.type)) return false;
    if (action.type !== 'terminal/input' || this.#identity?.ownInput !== false) return true;
    return origin?.clientId !== this.#identity.clientId;
  }

  /** Sends a notification; a client that reads too slowly is not told. */
  notify<M extends keyof CottyNotifications>(method: M, params: CottyNotifications[M]): void {
    if (this.isBehind) return;
    this.connection.send(JSON.stringify({ jsonrpc: '2.0', method, params }));
  }

  /** Lets the client give up what it waits for, until that is settled. A second ticket of the same name has no effect. */
  async whileWaiting<T>(ticket: string, giveUp: () => void, result: Promise<T>): Promise<T> {
    if (!this.#turns.has(ticket)) this.#turns.set(ticket, giveUp);
    try {
      return await result;
    } finally {
      if (this.#turns.get(ticket) === giveUp) this.#turns.delete(ticket);
    }
  }

  /** Gives up one turn, or all of them when the client is gone. */
  giveUp(ticket?: string): void {
    if (ticket !== undefined) this.#turns.get(ticket)?.();
    else for (const giveUp of [...this.#turns.values()]) giveUp();
  }

  /** Called when the connection has ended: nobody waits for its answers. */
  left(): void {
    this.#closed = true;
  }

  disconnect(code: number, reason: string): void {
    this.#closed = true;
    this.connection.close(code, reason);
  }
}
