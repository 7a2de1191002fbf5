/**
 * Tells the page of this web server from all others. Cookies are not separated by port and a name may lead anywhere, so each
 * request says by `Host` whom it was meant for, and by `Origin` which page sent it.
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

/** Only what stands in names and addresses with a port: the header is repeated in the policy of the page. */
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
        : 'this host name is not allowed: a name of your own needs --allow-host';
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
 * One address has one server, so the same address is the same page. Where the server does not encrypt, a proxy in front of it
 * may: the browser then says `https`.
 */
function isOwnOrigin(origin: string, host: string, isEncrypted: boolean): boolean {
  const said = origin.toLowerCase();
  const own = host.toLowerCase();
  return said === `https://${own}` || (!isEncrypted && said === `http://${own}`);
}
