/** For whom a request to the HTTP API acts: a person, named by the request or else the one whose host it is. */

import type { IncomingMessage } from 'node:http';
import { userInfo } from 'node:os';
import { META_KEY } from '../../protocol/common/meta.ts';
import { parseClientMeta } from '../../protocol/validate/cotty.ts';
import { queryOf } from '../door/http-exchange.ts';
import type { Environment } from '../ground/environment.ts';

export type Wanted =
  | { readonly ok: true; readonly writer: string }
  | { readonly ok: false; readonly error: string };

/** The header, or `?writer=` for those who cannot send one: a browser's `EventSource`. */
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
    // A user id without a name, as in some containers.
    return `user:${env['USER'] ?? env['LOGNAME'] ?? 'unknown'}`;
  }
}

/** Bytes of a header come as Latin-1; most who write names write them in UTF-8. */
function asText(header: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(header, 'latin1'));
  } catch {
    // Latin-1 after all.
    return header;
  }
}
