/** Parses the options of `cotty web` that are about the server. */

import { accessSync, constants } from 'node:fs';
import { resolve } from 'node:path';
import { isLoopback, readListenAddress } from '../../host/listener/listen-address.ts';
import type { WebOpenParams } from '../../protocol/cotty/web.ts';
import { causeText } from '../common/error-text.ts';
import { readHostNames } from '../host/network-options.ts';

export const webFlags = {
  listen: 'string',
  cert: 'string',
  key: 'string',
  http: 'boolean',
  allowHost: 'string',
  watch: 'boolean',
  json: 'boolean',
  all: 'boolean',
} as const;

export type ServerFlags = { readonly [N in 'listen' | 'cert' | 'key' | 'allowHost']?: string | undefined } & {
  readonly http?: boolean;
};

export type ReadServerFlags =
  | { readonly ok: true; readonly server: Omit<WebOpenParams, 'channel' | '_meta'> }
  | { readonly ok: false; readonly error: string };

export function readServerFlags(
  { listen, cert, key, allowHost, http = false }: ServerFlags,
  cwd: string,
): ReadServerFlags {
  const at = listen === undefined ? undefined : readListenAddress(listen);
  if (listen !== undefined && at === undefined)
    return invalid(`--listen "${listen}" is not HOST:PORT, such as 127.0.0.1:7070`);
  if (http && cert !== undefined) return invalid('--http and --cert exclude each other');
  const names = readHostNames(allowHost);
  if (!names.ok) return names;
  const read = readTls(cert, key, cwd);
  if (!read.ok) return read;
  const { tls } = read;
  // An address that other machines can reach is encrypted, unless --http was given.
  const ownTls = at !== undefined && !isLoopback(at.host) && tls === undefined && !http;
  return {
    ok: true,
    server: {
      ...(at === undefined ? {} : { listen: at }),
      ...(tls === undefined ? {} : { tls }),
      ...(ownTls ? { ownTls } : {}),
      ...(names.names.length === 0 ? {} : { allowHosts: names.names }),
    },
  };
}

type ReadTls =
  | { readonly ok: true; readonly tls: WebOpenParams['tls'] }
  | { readonly ok: false; readonly error: string };

/** Reads where certificate and key are, which must be given together. */
function readTls(cert: string | undefined, key: string | undefined, cwd: string): ReadTls {
  if (cert === undefined && key === undefined) return { ok: true, tls: undefined };
  if (cert === undefined || key === undefined) return invalid('--cert and --key must be used together');
  const tls = { cert: resolve(cwd, cert), key: resolve(cwd, key) };
  const wrong = unreadable('--cert', tls.cert) ?? unreadable('--key', tls.key);
  return wrong === undefined ? { ok: true, tls } : invalid(wrong);
}

function unreadable(flag: string, path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK);
    return undefined;
  } catch (error) {
    return `${flag} "${path}" cannot be read (${causeText(error)})`;
  }
}

function invalid(error: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error };
}
