/** Who is connected, and who was: claims outlive connections, and a client that comes back is known by its id. */

import { agentSession } from '../../protocol/common/uri.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalClaim } from '../../protocol/terminal/state.ts';
import type { Access } from '../ground/access.ts';
import { takenOver } from '../ground/host-close.ts';
import { agentName, type Identity } from './identity.ts';
import type { Peer } from './peer.ts';

/** Clients remembered; beyond it those longest away have to introduce themselves again. */
const MAX_KNOWN = 1024;

const SESSION = agentSession('');

export class Clients {
  readonly #live = new Map<string, Peer>();
  readonly #known = new Map<string, Identity>();

  get size(): number {
    return this.#live.size;
  }

  all(): Peer[] {
    return [...this.#live.values()];
  }

  known(clientId: string): Identity | undefined {
    return this.#known.get(clientId);
  }

  /**
   * A clientId belongs to whoever came with it first, for as long as it is remembered: somebody with another credential
   * gets neither its place nor its claims.
   */
  isOfAnother(clientId: string, { credential }: Access): boolean {
    const known = this.#known.get(clientId);
    return known !== undefined && known.credential !== credential;
  }

  /**
   * Nor does somebody who acts for somebody else: an agent that takes the id of a person's window would hold what she
   * holds. Clients that do not say for whom they act are not told apart.
   */
  isForAnother({ clientId, writer }: Identity): string | undefined {
    const known = this.#known.get(clientId)?.writer;
    return known === writer ? undefined : known;
  }

  /** The newest connection of a client is the client: an older one is most likely dead without knowing it. */
  join(peer: Peer, identity: Identity): void {
    const { clientId } = identity;
    const older = this.#live.get(clientId);
    this.#live.set(clientId, peer);
    if (older !== undefined && older !== peer) older.disconnect(takenOver.code, takenOver.reason);
    this.#known.delete(clientId);
    this.#known.set(clientId, identity);
    for (const id of this.#known.keys()) {
      if (this.#known.size <= MAX_KNOWN) break;
      if (!this.#live.has(id)) this.#known.delete(id);
    }
  }

  /** False: another connection has taken its place, nobody left. */
  leave(peer: Peer): boolean {
    const clientId = peer.identity?.clientId;
    if (clientId === undefined || this.#live.get(clientId) !== peer) return false;
    return this.#live.delete(clientId);
  }

  /** A handle is bound to a connection: what an agent holds must not be had by taking its name. */
  isHandleTaken({ agent, clientId }: Identity): boolean {
    if (agent === undefined) return false;
    return this.all().some(({ identity }) => identity?.agent === agent && identity.clientId !== clientId);
  }

  /** The connection that acts for a holder. */
  holder(claim: TerminalClaim): Peer | undefined {
    return claim.kind === 'client'
      ? this.#live.get(claim.clientId)
      : this.all().find((peer) => peer.sessions.has(claim.session));
  }

  isConnected(claim: TerminalClaim): boolean {
    return this.holder(claim) !== undefined;
  }

  /** Not its own id alone but name and credential: anybody may call themselves like somebody else. */
  isSamePerson(clientId: string, claim: TerminalClaim): boolean {
    const asking = this.#live.get(clientId)?.identity;
    const holder = this.holder(claim)?.identity;
    if (asking?.writer === undefined || holder === undefined) return false;
    return asking.writer === holder.writer && asking.credential === holder.credential;
  }

  nameOf(claim: TerminalClaim): string {
    if (claim.kind === 'client') return this.#known.get(claim.clientId)?.name ?? claim.clientId;
    return claim.session.startsWith(SESSION) ? agentName(claim.session.slice(SESSION.length)) : claim.session;
  }

  holderMeta(claim: TerminalClaim): NonNullable<TerminalMeta['holder']> {
    return { name: this.nameOf(claim), connected: this.isConnected(claim) };
  }
}
