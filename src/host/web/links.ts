/**
 * Links that work once, and the sessions made from them. A session keeps the id of its link, so that the same id ends either.
 * Only hashes of secrets are kept.
 */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { NewWebLink, WebAccess, WebLink } from '../../protocol/cotty/web.ts';
import type { Clock } from '../common/clock.ts';
import type { Limits } from '../common/limits.ts';
import { digest, newSecret } from '../listener/network-token.ts';
import type { Browser } from '../push/notices.ts';
import type { PushSubscription } from '../push/push-target.ts';

/** A session has two secrets: the cookie, which browsers send to every port of the machine, and the key, only to this server. */
export type Session = {
  readonly cookie: string;
  readonly key: string;
  readonly used: number;
  readonly lastSeen: number;
  readonly from: string;
  readonly browser: string;
  /** Where notices for the browser go, if it wants them. They end with the session. */
  readonly push?: PushSubscription;
};

export type Entry = {
  readonly id: string;
  readonly access: WebAccess;
  readonly made: number;
  /** Hash of the link's secret, in base64url as all hashes. */
  readonly link: string;
  /** Absent until the link is used. */
  readonly session?: Session;
};

export type Visitor = { readonly from: string; readonly browser: string };

/** Secrets that the browser of a new session gets. */
export type SignedIn = { readonly id: string; readonly cookie: string; readonly key: string };

export type LinksOptions = {
  readonly limits: Pick<Limits, 'webLinks' | 'webLinkSeconds' | 'webSessions' | 'webSessionDays'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Number of open connections of a session. */
  readonly connections: (id: string) => number;
  /** Called when links or sessions have ended, or have changed in what is to be kept. */
  readonly onEnd: (id: string) => void;
  readonly onChange: () => void;
};

const DAY_MS = 24 * 60 * 60 * 1000;
/** Interval at which the time of a session's last use is written to disk. */
const SEEN_EVERY_MS = 60_000;
const ID_BYTES = 4;

export class Links {
  readonly #options: LinksOptions;
  /** Oldest first. */
  readonly #entries = new Map<string, Entry>();
  /** Time at which everything was last written to disk. */
  #keptAt = 0;

  constructor(options: LinksOptions) {
    this.#options = options;
  }

  get entries(): readonly Entry[] {
    this.#prune();
    return [...this.#entries.values()];
  }

  /** Restores the links and sessions of an earlier host. */
  restore(entries: readonly Entry[]): void {
    for (const entry of entries) this.#entries.set(entry.id, entry);
    this.#prune();
  }

  make(access: WebAccess): NewWebLink {
    const { clock, limits } = this.#options;
    const secret = newSecret();
    const id = this.#newId();
    const entry = { id, access, made: clock.now(), link: hash(secret) };
    this.#entries.set(id, entry);
    const waiting = this.entries.filter(({ session }) => session === undefined);
    for (const { id: oldest } of waiting.slice(0, -limits.webLinks)) this.#end(oldest);
    this.#changed();
    return { id, secret, expires: this.#expires(entry) };
  }

  /** Makes a session from a link. `was`: an earlier session of the same browser, which is ended. */
  use(secret: string, visitor: Visitor, was: string | undefined): SignedIn | 'used' | 'unknown' {
    const wanted = hash(secret);
    const entry = this.entries.find(({ link }) => link === wanted);
    if (entry === undefined) return 'unknown';
    if (entry.session !== undefined) return 'used';
    const { id } = entry;
    const [cookie, key] = [newSecret(), newSecret()];
    const now = this.#options.clock.now();
    const session = { cookie: hash(cookie), key: hash(key), used: now, lastSeen: now, ...visitor };
    this.#entries.set(id, { ...entry, session });
    if (was !== undefined) this.#end(was);
    this.#dropUnseen(id);
    this.#changed();
    return { id, cookie: `${id}.${cookie}`, key };
  }

  /** Returns the session of a cookie. If a key is given, it must be the session's key, too. */
  find(cookie: string, key?: string): (Entry & { readonly session: Session }) | undefined {
    const [id = '', secret = ''] = cookie.split('.', 2);
    this.#prune();
    const entry = this.#entries.get(id);
    const session = entry?.session;
    if (entry === undefined || session === undefined || !isSame(session.cookie, secret)) return undefined;
    return key === undefined || isSame(session.key, key) ? { ...entry, session } : undefined;
  }

  /** Notes that a session was used now, from an address. */
  seen(id: string, from: string): void {
    const entry = this.#entries.get(id);
    const session = entry?.session;
    if (entry === undefined || session === undefined) return;
    const now = this.#options.clock.now();
    this.#entries.set(id, { ...entry, session: { ...session, lastSeen: now, from } });
    if (now - this.#keptAt > SEEN_EVERY_MS || from !== session.from) this.#changed();
  }

  /** Returns when the session expires if it is not used again, in Unix milliseconds. */
  expiresOf(id: string): number {
    const entry = this.#entries.get(id);
    return entry === undefined ? 0 : this.#expires(entry);
  }

  /** The sessions to whose browsers notices are pushed. */
  get subscribed(): readonly Browser[] {
    return this.entries.flatMap(({ id, session }) =>
      session?.push === undefined ? [] : [{ id, name: `${session.browser} (${id})`, push: session.push }],
    );
  }

  /** Sets where notices for the browser of a session go. An address that another session had is taken from it. */
  subscribe(id: string, push: PushSubscription | undefined): void {
    for (const [each, entry] of this.#entries) {
      const { session } = entry;
      if (session === undefined) continue;
      const { push: before, ...rest } = session;
      if (each === id)
        this.#entries.set(id, { ...entry, session: { ...rest, ...(push === undefined ? {} : { push }) } });
      else if (before !== undefined && before.endpoint === push?.endpoint)
        this.#entries.set(each, { ...entry, session: rest });
    }
    this.#changed();
  }

  list(): readonly WebLink[] {
    return this.entries.map((entry) => {
      const { id, access, made, session } = entry;
      return {
        id,
        access,
        made,
        expires: this.#expires(entry),
        ...(session && seenOf(session)),
        connections: this.#options.connections(id),
      };
    });
  }

  /** Ends the link or session of an id, or all of them. Returns the ids that have ended. */
  end(id?: string): readonly string[] {
    const ended = this.entries.map((entry) => entry.id).filter((each) => id === undefined || each === id);
    for (const each of ended) this.#end(each);
    if (ended.length > 0) this.#changed();
    return ended;
  }

  #changed(): void {
    this.#keptAt = this.#options.clock.now();
    this.#options.onChange();
  }

  #newId(): string {
    const id = randomBytes(ID_BYTES).toString('hex');
    return this.#entries.has(id) ? this.#newId() : id;
  }

  #expires({ made, session }: Entry): number {
    const { webLinkSeconds, webSessionDays } = this.#options.limits;
    return session === undefined ? made + webLinkSeconds * 1000 : session.lastSeen + webSessionDays * DAY_MS;
  }

  /** Ends what has expired. A session with an open connection does not expire. */
  #prune(): void {
    const now = this.#options.clock.now();
    for (const [id, entry] of this.#entries) {
      if (now >= this.#expires(entry) && this.#options.connections(id) === 0) this.#end(id);
    }
  }

  #dropUnseen(but: string): void {
    const sessions = [...this.#entries.values()].filter(({ session }) => session !== undefined);
    const others = sessions.filter(({ id }) => id !== but);
    others.sort((a, b) => (a.session?.lastSeen ?? 0) - (b.session?.lastSeen ?? 0));
    const beyond = Math.max(0, sessions.length - this.#options.limits.webSessions);
    for (const { id } of others.slice(0, beyond)) this.#end(id);
  }

  #end(id: string): void {
    if (this.#entries.delete(id)) this.#options.onEnd(id);
  }
}

function seenOf({ used, lastSeen, from, browser }: Session): Omit<Session, 'cookie' | 'key' | 'push'> {
  return { used, lastSeen, from, browser };
}

function hash(secret: string): string {
  return digest(secret).toString('base64url');
}

/** Compares in constant time. */
function isSame(kept: string, guess: string): boolean {
  const [a, b] = [Buffer.from(kept, 'base64url'), digest(guess)];
  return a.length === b.length && timingSafeEqual(a, b);
}
