/** Reads `--listen` and the options for it: the address, the certificate, the origins and names that are allowed. */

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readListenAddress } from '../../host/listener/listen-address.ts';
import type { NetworkOptions } from '../../host/listener/network-listener.ts';
import { errorText } from '../common/error-text.ts';

export const networkFlags = {
  listen: 'string',
  cert: 'string',
  key: 'string',
  allowOrigin: 'string',
  allowHost: 'string',
} as const;

export type NetworkFlags = { readonly [N in keyof typeof networkFlags]?: string | undefined };

export type ReadNetwork =
  | { readonly ok: true; readonly network: NetworkOptions | undefined }
  | { readonly ok: false; readonly error: string };

export function readNetwork(flags: NetworkFlags, cwd: string): ReadNetwork {
  const { listen, cert, key, allowOrigin, allowHost } = flags;
  if (listen === undefined) {
    const idle = [cert, key, allowOrigin, allowHost].some((flag) => flag !== undefined);
    return idle
      ? invalid('--cert, --key, --allow-origin and --allow-host work only with --listen')
      : { ok: true, network: undefined };
  }
  const address = readListenAddress(listen);
  if (address === undefined) return invalid(`--listen "${listen}" is not HOST:PORT, such as 127.0.0.1:7070`);
  if ((cert === undefined) !== (key === undefined)) return invalid('--cert and --key must be used together');
  const allowOrigins = (allowOrigin ?? '').split(',').filter((origin) => origin !== '');
  const wrong = allowOrigins.find((origin) => !/^[a-z][a-z0-9+.-]*:\/\/[^/?#\s]+$/i.test(origin));
  if (wrong !== undefined)
    return invalid(`--allow-origin "${wrong}" is not an origin, such as https://example.org`);
  const names = readHostNames(allowHost);
  if (!names.ok) return names;
  const allowHosts = names.names;
  const network = { ...address, allowOrigins, allowHosts };
  if (cert === undefined || key === undefined) return { ok: true, network };
  try {
    const tls = {
      cert: readFileSync(resolve(cwd, cert), 'utf8'),
      key: readFileSync(resolve(cwd, key), 'utf8'),
    };
    return { ok: true, network: { ...network, tls } };
  } catch (error) {
    return invalid(`certificate or key cannot be read: ${errorText(error, {})}`);
  }
}

function invalid(error: string): ReadNetwork {
  return { ok: false, error };
}

export type HostNames =
  | { readonly ok: true; readonly names: readonly string[] }
  | { readonly ok: false; readonly error: string };

/** Reads the names of `--allow-host`. */
export function readHostNames(flag = ''): HostNames {
  const names = flag.split(',').filter((name) => name !== '');
  const wrong = names.find((name) => !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name));
  return wrong === undefined
    ? { ok: true, names }
    : { ok: false, error: `--allow-host "${wrong}" is not the name of a host, such as box.example.org` };
}
