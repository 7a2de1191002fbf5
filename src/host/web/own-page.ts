/**
 * Distinguishes the page of this web server from all others. Cookies are not separated by port, and any name may resolve to this
 * machine. So each request says by `Host` for which server it is meant, and by `Origin` which page has sent it.
 */

import type { IncomingMessage } from 'node:http';
import { hostCheck } from '../listener/listen-address.ts';

export type Asking = Pick<IncomingMessage, 'headers' | 'method'>;

export type OwnPage = {
  /** Returns the reason if a request was meant for another server (by its `Host`). */
  whyNotHere(request: Asking): string | undefined;
  /** Returns the reason if another page has sent a request (by its `Origin`). `needed`: refuse requests without `Origin`, too. */
  whyNotOwn(request: Asking, needed: boolean): string | undefined;
};

/** Only characters of names, addresses and ports: the `Host` header is copied into the page's Content-Security-Policy. */
const NAME = /^[a-z0-9.:_[\]-]{1,300}$/i;

export function ownPage({
  listensAt,
  allowHosts,
  isEncrypted,
}: {
  readonly listensAt: string;
  readonly allowHosts: readonly string[];
  readonly isEncrypted: boolean;
}): OwnPage {
  const isOwnName = hostCheck(listensAt, allowHosts);
  return {
    whyNotHere({ headers: { host } }) {
      return host !== undefined && NAME.test(host) && isOwnName(host)
        ? undefined
        : 'this host name is not allowed: --allow-host NAME allows it';
    },
    whyNotOwn({ headers }, needed) {
      const { origin } = headers;
      const site = headers['sec-fetch-site'];
      if (site !== undefined && site !== 'same-origin' && site !== 'none')
        return 'only the page of this server may ask here';
      if (origin === undefined) return needed ? 'a page must send its Origin header here' : undefined;
      return isOwnOrigin(origin, headers.host ?? '', isEncrypted)
        ? undefined
        : 'this origin is not allowed: only the page of this server may ask here';
    },
  };
}

/**
 * There is one server at an address, so the same address means the same page. If the server does not encrypt, a proxy in front of
 * it may, and the browser says `https`.
 */
function isOwnOrigin(origin: string, host: string, isEncrypted: boolean): boolean {
  const said = origin.toLowerCase();
  const own = host.toLowerCase();
  return said === `https://${own}` || (!isEncrypted && said === `http://${own}`);
}
