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
  const { protocol, hostname, port } = new URL(address);
  const [name] = allowHosts;
  if (name !== undefined) return `${protocol}//${name}:${port || portOf(address)}`;
  if (!EVERYWHERE.has(hostname)) return address;
  return `${protocol}//${addresses[0] ?? '127.0.0.1'}:${port || portOf(address)}`;
}

/** The addresses of this machine on its networks. */
function ownAddresses(): readonly string[] {
  return Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address);
}

/** `URL` leaves the usual port of a protocol out. */
function portOf(address: string): string {
  return /:(\d+)$/.exec(address)?.[1] ?? '';
}
