/** Where notices go: the address that the user of the host has named, and the push subscriptions of browsers. */

import { isRecord, isString } from '../../protocol/fields/object-fields.ts';

export type Target = {
  readonly kind: 'ntfy' | 'webhook';
  readonly url: string;
  /** Whether a notice has the question in the program's own words, too. */
  readonly withText: boolean;
  /** Whether the end of long work is told, too. */
  readonly withDone: boolean;
};

export type TargetUrl =
  | { readonly ok: true; readonly url: URL }
  | { readonly ok: false; readonly error: string };

/** Reads an address, which must be http or https, with a name and password that can be decoded. */
export function targetUrl(text: string): TargetUrl {
  const url = urlOf(text);
  if (url === undefined || text !== text.trim())
    return { ok: false, error: `${JSON.stringify(text)} is not a URL` };
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    return { ok: false, error: `notices go to http:// or https:// addresses, not to ${url.protocol}` };
  if (url.port === '0') return { ok: false, error: `nothing listens at port 0 of ${url.hostname}` };
  const wrong = (['username', 'password'] as const).find((part) => decoded(url[part]) === undefined);
  if (wrong === undefined) return { ok: true, url };
  // The text itself is a secret.
  const what = wrong === 'username' ? 'name' : 'password';
  return { ok: false, error: `the ${what} in the address has a % that encodes nothing: write %25 for a %` };
}

/** The name and password in an address, as they are sent; undefined if it has none. */
export function loginIn({ username, password }: URL): string | undefined {
  return username === '' && password === ''
    ? undefined
    : `${decoded(username) ?? username}:${decoded(password) ?? password}`;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

/** An address for the log: the path of an ntfy topic is a secret, as its password is. */
export function shownAddress(text: string): string {
  return urlOf(text)?.origin ?? 'an address that is no URL';
}

function urlOf(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined;
}

export function isTarget(value: unknown): value is Target {
  if (!isRecord(value)) return false;
  const { kind, url, withText, withDone } = value;
  return (
    (kind === 'ntfy' || kind === 'webhook') &&
    isString(url) &&
    targetUrl(url).ok &&
    typeof withText === 'boolean' &&
    typeof withDone === 'boolean'
  );
}

/** The push subscription of a browser (Push API), and what it wants to be told. */
export type PushSubscription = {
  /** The address at the browser's push service. */
  readonly endpoint: string;
  /** The browser's public key and secret, in base64url: only it can read what is sent. */
  readonly keys: { readonly p256dh: string; readonly auth: string };
  readonly withText: boolean;
  readonly withDone: boolean;
};

/** Bytes of an uncompressed point of P-256, and of the secret (RFC 8291). */
const POINT_BYTES = 65;
const AUTH_BYTES = 16;

/** Returns why a subscription is not usable; undefined if it is. */
export function whyNoSubscription({ endpoint, keys }: Pick<PushSubscription, 'endpoint' | 'keys'>) {
  if (urlOf(endpoint)?.protocol !== 'https:') return `a push service has an https address, not ${endpoint}`;
  const point = Buffer.from(keys.p256dh, 'base64url');
  if (point.length !== POINT_BYTES || point[0] !== 4) return 'p256dh is not a public key of P-256';
  if (Buffer.from(keys.auth, 'base64url').length !== AUTH_BYTES)
    return `auth does not have ${AUTH_BYTES} bytes`;
  return undefined;
}

export function isPushSubscription(value: unknown): value is PushSubscription {
  if (!isRecord(value)) return false;
  const { endpoint, keys, withText, withDone } = value;
  return (
    isString(endpoint) &&
    isRecord(keys) &&
    isString(keys['p256dh']) &&
    isString(keys['auth']) &&
    typeof withText === 'boolean' &&
    typeof withDone === 'boolean'
  );
}
