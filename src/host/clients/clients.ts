/** Connected and known clients: claims outlive connections, so a client that reconnects is recognised by its id. */

import { agentSession } from '../../protocol/common/uri.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalClaim } from '../../protocol/terminal/state.ts';
import type { Access } from '../common/access.ts';
import { takenOver } from '../common/host-close.ts';
import type { OuterProfile } from '../screen/outer-profile.ts';
import { agentName, type Identity } from './identity.ts';
import type { Peer } from './peer.ts';

/** Limit of known clients. Beyond it, the one that connected first is forgotten and has to initialize again. */
const MAX_KNOWN = 1024;

const SESSION = agentSession('');

export class Clients {
  /** Connected clients by `clientId`. */
  readonly #live = new Map<string, Peer>();
  /** Connected and former clients by `clientId`, in the order of their last connection. */
  readonly #known = new Map<string, Identity>();
  /** The latest profile, for terminals that no window shows now. */
  #lastProfile: OuterProfile = {};
  #changed: () => void = () => {};

  /** Sets the one listener that is called after a client has connected or disconnected. */
  onChange(listener: () => void): void {
    this.#changed = listener;
  }

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
   * Whether this clientId is known with another credential. The id belongs to the credential that used it first: a client with
   * another one cannot take over its connection and claims.
   */
  hasOtherCredential(clientId: string, { credential }: Access): boolean {
    const known = this.#known.get(clientId);
    return known !== undefined && known.credential !== credential;
  }

  /**
   * Returns the writer to whom this clientId belongs, if that is another one: otherwise an agent could use the id of a person's
   * window and hold that person's terminals. Undefined if the id is new, or its client has named no writer.
   */
  otherWriter({ clientId, writer }: Identity): string | undefined {
    const known = this.#known.get(clientId)?.writer;
    return known === writer ? undefined : known;
  }

  /** Adds a connection. It replaces an older one of the same client, which is probably dead and not closed yet. */
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
    this.#changed();
  }

  /** Whether the peer is the newest connection of its client. */
  isCurrent(peer: Peer): boolean {
    const clientId = peer.identity?.clientId;
    return clientId !== undefined && this.#live.get(clientId) === peer;
  }

  /** Removes a peer, unless a newer connection has replaced it. */
  leave(peer: Peer): void {
    if (peer.identity === undefined || !this.isCurrent(peer)) return;
    this.#live.delete(peer.identity.clientId);
    this.#changed();
  }

  /** Whether another connection has this agent's handle: the same name must not give access to that agent's terminals. */
  isHandleTaken({ agent, clientId }: Identity): boolean {
    if (agent === undefined) return false;
    return this.all().some(({ identity }) => identity?.agent === agent && identity.clientId !== clientId);
  }

  /** Returns the connection of the holder. */
  holder(claim: TerminalClaim): Peer | undefined {
    return claim.kind === 'client'
      ? this.#live.get(claim.clientId)
      : this.all().find((peer) => peer.sessions.has(claim.session));
  }

  /** Sets the profile of a client's outer terminal. */
  setProfile(peer: Peer, profile: OuterProfile): void {
    peer.profile = profile;
    this.#lastProfile = profile;
  }

  /**
   * Returns the profile of the outer terminal in which a terminal is shown: the holder's. For a holder that is gone, or has no
   * window (an agent, a script), it is that of the latest window. For an agent, which reads text, it has no images.
   */
  profileOf(claim: TerminalClaim): OuterProfile {
    const own = this.holder(claim)?.profile;
    if (own !== undefined) return own;
    const profile = this.all().findLast((peer) => peer.profile !== undefined)?.profile ?? this.#lastProfile;
    return claim.kind === 'client' ? profile : { ...profile, pictures: false };
  }

  isConnected(claim: TerminalClaim): boolean {
    return this.holder(claim) !== undefined;
  }

  /** Compares name and credential, because anybody may use another user's name. */
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
    const via = claim.kind === 'client' ? this.#known.get(claim.clientId)?.credential : undefined;
    const said = via === undefined ? {} : { via };
    return { name: this.nameOf(claim), connected: this.isConnected(claim), ...said };
  }
}
