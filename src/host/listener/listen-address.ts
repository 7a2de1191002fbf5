/** A listen address as users write it: `HOST:PORT`, `[::1]:PORT`, or only a port on the loopback address. */

import { BlockList, isIP } from 'node:net';

export type ListenAddress = { readonly host: string; readonly port: number };

const LOOPBACK = '127.0.0.1';

/** Returns undefined when the text is not an address. Port 0 lets the system choose one. */
export function readListenAddress(text: string): ListenAddress | undefined {
  const [, bracketed, plain, digits = ''] = /^(?:(?:\[([^\]]+)\]|([^:[\]\s]*)):)?(\d{1,5})$/.exec(text) ?? [];
  const port = Number(digits);
  if (digits === '' || port > 65_535) return undefined;
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? { host: bracketed, port } : undefined;
  return { host: plain || LOOPBACK, port };
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Tells whether only this machine can connect to this host name or address. */
export function isLoopback(host: string): boolean {
  const family = isIP(host);
  return family === 0 ? host === 'localhost' : loopback.check(host, family === 4 ? 'ipv4' : 'ipv6');
}

/**
 * Returns the test whether a `Host` header names this host: by a loopback name, the address it listens on, or a name that is
 * allowed. If the host listens beyond loopback, any IP address is accepted: foreign pages have names, which may resolve to any
 * address, but no IP addresses.
 */
export function hostCheck(listensAt: string, allowed: readonly string[]): (header: string) => boolean {
  const names = new Set([listensAt, ...allowed].map((name) => name.toLowerCase()));
  return (header) => {
    const name = nameOf(header).toLowerCase();
    return isLoopback(name) || names.has(name) || (!isLoopback(listensAt) && isIP(name) !== 0);
  };
}

/** Returns a `Host` header without its port and brackets. */
function nameOf(header: string): string {
  const [, bracketed, plain = ''] = /^(?:\[([^\]]*)\]|([^:]*))(?::\d*)?$/.exec(header) ?? [];
  return bracketed ?? plain;
}
