/** The person for whom a request to the HTTP API acts: named by the request, else the owner of the host. */

import type { IncomingMessage } from 'node:http';
import { userInfo } from 'node:os';
import { META_KEY } from '../../protocol/common/meta.ts';
import { parseClientMeta } from '../../protocol/validate/cotty.ts';
import { queryOf } from '../door/http-exchange.ts';
import type { Environment } from '../ground/environment.ts';

export type Wanted =
  | { readonly ok: true; readonly writer: string }
  | { readonly ok: false; readonly error: string };

/** Reads the header, or `?writer=` for callers that cannot send headers, such as a browser's `EventSource`. */
export function writerOf({ headers, url }: IncomingMessage, user: string): Wanted {
  const header = headers['x-cotty-writer'];
  const said = header === undefined ? queryOf(url).get('writer') : asText(String(header));
  if (said === null) return { ok: true, writer: user };
  const shown = JSON.stringify(said.slice(0, 80));
  const parsed = parseClientMeta({ [META_KEY]: { writer: said } });
  if (!parsed.ok) return { ok: false, error: `writer: neither user:NAME nor short enough (it is ${shown})` };
  if (said.startsWith('user:')) return { ok: true, writer: said };
  return {
    ok: false,
    error: `writer: only people act here, as user:NAME; agents speak AHP or MCP (it is ${shown})`,
  };
}

export function hostUser(env: Environment): string {
  try {
    return `user:${userInfo().username}`;
  } catch {
    // Some containers have user ids without a name.
    return `user:${env['USER'] ?? env['LOGNAME'] ?? 'unknown'}`;
  }
}

/** Decodes a header, whose bytes Node gives as Latin-1 although most callers send UTF-8. */
function asText(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    // The bytes are no UTF-8, so they are Latin-1.
    return header;
  }
}
