/**
 * Signing in at the host's web server: a link is exchanged for a session, of which the browser keeps a cookie and the page a key.
 * Each request needs both, because a cookie is sent to every port of a machine and a key is not.
 */

export type Session = {
  readonly id: string;
  /** With `watch` the host refuses every request that would change something. */
  readonly access: 'full' | 'watch';
  /** `user:NAME`. */
  readonly writer: string;
  /** Name of the machine. */
  readonly host: string;
  readonly version: string;
};

/** The web server does not know the session of this page, or no longer knows it. */
export class SignedOutError extends Error {
  override readonly name = 'SignedOutError';
  /** What was refused: a link, a session that this browser had, or a page that never had one. */
  readonly refused: 'link' | 'session' | 'nobody';

  constructor(message: string, refused: SignedOutError['refused']) {
    super(message);
    this.refused = refused;
  }
}

/** A refusal of the web server for another reason, with its own message. */
export class DoorError extends Error {
  override readonly name = 'DoorError';
}

const KEY = 'cotty-key';
const SIGN_IN = '/web/sign-in';
/** Timeout in milliseconds, for networks that drop packets. */
const ANSWER_MS = 6_000;

type KeyStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
type Fetch = (path: string, init: RequestInit) => Promise<Response>;

export class Door {
  readonly #store: KeyStore;
  readonly #fetch: Fetch;
  readonly #answerMs: number;

  /** `answerMs` is how long an answer is waited for, in milliseconds. */
  constructor(store: KeyStore, fetch: Fetch, answerMs = ANSWER_MS) {
    this.#store = store;
    this.#fetch = fetch;
    this.#answerMs = answerMs;
  }

  /** Exchanges the secret of a link for a session. A link works once. */
  async signIn(link: string): Promise<void> {
    const { key } = record(await this.#ask('POST', SIGN_IN, { link }));
    if (typeof key !== 'string') throw new DoorError('the door gave no key');
    this.#store.setItem(KEY, key);
  }

  async session(): Promise<Session> {
    const { id, access, writer, host, version } = record(await this.#ask('GET', '/web/session'));
    return {
      id: String(id),
      access: access === 'full' ? 'full' : 'watch',
      writer: typeof writer === 'string' ? writer : '',
      host: typeof host === 'string' ? host : location.hostname,
      version: typeof version === 'string' ? version : '',
    };
  }

  /** Returns what opens one WebSocket within half a minute. */
  async ticket(): Promise<string> {
    const { ticket } = record(await this.#ask('POST', '/web/ticket', {}));
    if (typeof ticket !== 'string') throw new DoorError('the door gave no ticket');
    return ticket;
  }

  /** Returns the key for which a browser subscribes to be pushed notices by this host. */
  async pushKey(): Promise<string> {
    const { key } = record(await this.#ask('GET', '/web/push'));
    if (typeof key !== 'string') throw new DoorError('the door gave no key for notices');
    return key;
  }

  /** Tells the host where it may push notices to this browser; without a subscription nowhere. */
  async subscribe(subscription: PushSubscriptionJSON | undefined, wishes: object = {}): Promise<void> {
    await this.#ask('POST', '/web/push', { ...(subscription && { subscription }), ...wishes });
  }

  async signOut(): Promise<void> {
    await this.#ask('POST', '/web/sign-out', {});
    this.#store.removeItem(KEY);
  }

  async #ask(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
    const key = this.#store.getItem(KEY);
    const response = await this.#fetch(path, {
      method,
      cache: 'no-store',
      signal: AbortSignal.timeout(this.#answerMs),
      headers: {
        ...(key === null ? {} : { 'X-Cotty-Key': key }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer: unknown = response.status === 204 ? {} : await response.json().catch(() => ({}));
    if (response.ok) return answer;
    const { error } = record(answer);
    const why = typeof error === 'string' ? error : `the host answered ${response.status}`;
    if (response.status !== 401) throw new DoorError(why);
    throw new SignedOutError(why, path === SIGN_IN ? 'link' : key === null ? 'nobody' : 'session');
  }
}

function record(value: unknown): { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The secret of a link. It stands in the fragment of the URL, which browsers do not send. */
const PREFIX = '#t=';

type Place = Pick<Location, 'hash' | 'pathname' | 'search'>;
type Past = Pick<History, 'replaceState'>;

/**
 * Returns the secret of the address and takes it out of there, so that neither history nor a copied address keeps it. What stands
 * before it is the place to open.
 */
export function takeLink(place: Place, past: Past): string | undefined {
  const secret = secretIn(place.hash);
  if (secret === undefined) return undefined;
  const shown = place.hash.slice(0, place.hash.indexOf(PREFIX));
  past.replaceState(null, '', `${place.pathname}${place.search}${shown}`);
  return secret;
}

/** Returns the secret in a whole link, or in the fragment of one. */
export function secretIn(text: string): string | undefined {
  const at = text.indexOf(PREFIX);
  const secret = at === -1 ? '' : text.slice(at + PREFIX.length).trim();
  return secret === '' ? undefined : secret;
}
