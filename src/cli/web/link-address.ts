/** The address of a link: by a name or an address of this machine that the browser can reach. */

import { networkInterfaces } from 'node:os';
import type { WebStatus } from '../../protocol/cotty/web.ts';

const EVERYWHERE: ReadonlySet<string> = new Set(['0.0.0.0', '[::]']);

/** The secret stands behind `#`, which browsers send to nobody. */
export function linkOf(base: string, secret: string): string {
  return `${base}/#t=${secret}`;
}

/** Returns where browsers find an open door; where it listens everywhere, by a name it was told or the first address. */
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
