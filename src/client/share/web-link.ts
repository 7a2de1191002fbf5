/** Links to the web server of a host, by which a browser signs in, and the address of a block in the page. */

import { networkInterfaces } from 'node:os';
import type { WebStatus } from '../../protocol/cotty/web.ts';

const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '[::]']);

/** The secret is after `#`, which browsers do not send, behind the place to open if there is one. */
export function linkOf(base: string, secret: string, place = ''): string {
  return `${base}/${place}#t=${secret}`;
}

/** Returns the URL of a running server. If it listens on all addresses, the URL has a name given to it or the first address. */
export function reachableAt(
  { address = '', allowHosts = [] }: WebStatus,
  addresses = ownAddresses(),
): string {
  const { protocol, hostname } = new URL(address);
  const [name] = allowHosts;
  if (name === undefined && !EVERYWHERE.has(hostname)) return address;
  // `URL` leaves the usual port of a protocol out.
  const port = address.slice(address.lastIndexOf(':') + 1);
  return `${protocol}//${name ?? addresses[0] ?? '127.0.0.1'}:${port}`;
}

/** The addresses of this machine on its networks. */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
}
