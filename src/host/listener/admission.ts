/** Admits or refuses connections to the TCP port, by the headers and the URL of their first HTTP request. */

import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../rpc/ws-server.ts';
import { type Access, tokenAccess, watchAccess } from '../common/access.ts';
import type { FailedTokens } from './failed-tokens.ts';
import { tokenCheck } from './network-token.ts';

type Request = Pick<IncomingMessage, 'headers' | 'url'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

export type AdmissionOptions = {
  readonly tokens: { readonly full: string; readonly watch: string };
  /** Origins of the web pages that are admitted, as `https://example.org`. */
  readonly origins: readonly string[];
  /** Whether a `Host` header names this host. */
  readonly isOwnName: (host: string) => boolean;
  readonly failures: FailedTokens;
};

export type Admitted = { readonly ok: true; readonly access: Access } | ({ readonly ok: false } & Refusal);

export function admission(options: AdmissionOptions): (request: Request) => Admitted {
  const { tokens, origins, isOwnName, failures } = options;
  const isFull = tokenCheck(tokens.full);
  const isWatch = tokenCheck(tokens.watch);
  const isAllowed = originCheck(origins);
  const whatIsForeign = ({ headers: { origin, host } }: Request): string | undefined => {
    // Browsers always send an origin with a WebSocket; programs do not.
    if (origin !== undefined && !isAllowed(origin)) {
      return 'this origin is not allowed: web pages need --allow-origin';
    }
    // A page of another name that resolves to this address sends that name (DNS rebinding).
    return host === undefined || isOwnName(host)
      ? undefined
      : 'this host name is not allowed: --allow-host NAME allows it';
  };
  return (request) => {
    const foreign = whatIsForeign(request);
    if (foreign !== undefined) return refuse(403, foreign);
    const guess = tokenOf(request);
    if (guess === undefined) return refuse(401, 'a token is needed');
    // Both tokens are always compared, so that the time of the answer says nothing about them.
    const [full, watch] = [isFull(guess), isWatch(guess)];
    if (full) return { ok: true, access: tokenAccess };
    if (watch) return { ok: true, access: watchAccess };
    const delayMs = failures.add(request.socket.remoteAddress);
    return { ok: false, status: 401, reason: 'wrong token', ...(delayMs === 0 ? {} : { delayMs }) };
  };
}

export function originCheck(origins: readonly string[]): (origin: string) => boolean {
  const allowed = new Set(origins.map((origin) => origin.toLowerCase()));
  return (origin) => allowed.has(origin.toLowerCase());
}

/** Reads the token from `Authorization: Bearer`, `?tkn=` or `?token=`; AHP clients send any of them. */
function tokenOf({ headers, url = '/' }: Request): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
  if (bearer !== undefined) return bearer;
  const query = new URLSearchParams(url.includes('?') ? url.slice(url.indexOf('?') + 1) : '');
  return query.get('tkn') || query.get('token') || undefined;
}

function refuse(status: number, reason: string): Admitted {
  return { ok: false, status, reason };
}
