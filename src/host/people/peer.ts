/** One connection of a client: fresh until it has introduced itself, then bound to one identity for good. */

import { agentSession } from '../../protocol/common/uri.ts';
import type { Connection } from '../../rpc/connection.ts';
import { type Access, localAccess } from '../ground/access.ts';
import type { Colors } from '../ground/colors.ts';
import type { Viewer } from '../stream/broadcast.ts';
import type { Actor } from './claims.ts';
import type { Identity } from './identity.ts';

/** The way out to a client. */
export type Line = Pick<Connection, 'buffered' | 'notifyText' | 'close'>;

export class Peer implements Viewer {
  readonly access: Access;
  readonly #connection: Line;
  readonly #sessions = new Set<string>();
  readonly #latencies = new Map<string, number>();
  #identity: Identity | undefined;
  #since = 0;
  #closed = false;
  /** The colours of its outer terminal. */
  colors: Colors = {};

  constructor(connection: Line, access: Access = localAccess) {
    this.access = access;
    this.#connection = connection;
  }

  /** Who may change nothing does not slow a program either. */
  get paces(): boolean {
    return !this.access.watchOnly;
  }

  get identity(): Identity | undefined {
    return this.#identity;
  }

  /** When it has introduced itself; Unix milliseconds. */
  get since(): number {
    return this.#since;
  }

  get closed(): boolean {
    return this.#closed;
  }

  get version(): string {
    return this.#identity?.version ?? '';
  }

  get buffered(): number {
    return this.#connection.buffered;
  }

  /** The sessions it speaks for: an agent its own, any other client those it made a terminal for. */
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

  latency(channel: string): number | undefined {
    return this.#latencies.get(channel);
  }

  setLatency(channel: string, ms: number | undefined): void {
    if (ms === undefined) this.#latencies.delete(channel);
    else this.#latencies.set(channel, ms);
  }

  send(frame: string): void {
    this.#connection.notifyText(frame);
  }

  disconnect(code: number, reason: string): void {
    this.#closed = true;
    this.#connection.close(code, reason);
  }
}
