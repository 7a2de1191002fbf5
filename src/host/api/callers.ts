/**
 * The people behind HTTP requests, as normal clients of the host, so that all rules of claims apply to them. There is one client
 * for each name and port; it is connected while a request or an output stream of that name is open.
 */

import type { IncomingMessage } from 'node:http';
import { userInfo } from 'node:os';
import { META_KEY } from '../../protocol/common/meta.ts';
import { CLIENT_VERSIONS } from '../../protocol/common/versions.ts';
import { parseClientMeta } from '../../protocol/validate/cotty.ts';
import { Peer, type PeerConnection } from '../clients/peer.ts';
import type { Access } from '../common/access.ts';
import type { Environment } from '../common/environment.ts';
import { queryOf } from '../listener/http-exchange.ts';
import type { Requests } from '../requests/request.ts';
import { answerRequest } from '../serve/answer.ts';

/** Callers do not subscribe, so nothing is ever sent to them. */
const silent: PeerConnection = { buffered: 0, send() {}, close() {} };

/** The person for whom a request acts, and the access that its credential gives. */
export type Caller = { readonly writer: string; readonly access: Access };

type Present = { readonly peer: Peer; uses: number };

export class Callers {
  readonly #requests: Requests;
  readonly #forget: (peer: Peer) => void;
  readonly #present = new Map<string, Present>();

  /** `forget` removes a client that is gone from the host. */
  constructor(requests: Requests, forget: (peer: Peer) => void) {
    this.#requests = requests;
    this.#forget = forget;
  }

  /** Returns the peer of a caller, and a function that leaves it. Throws an `RpcError` if the host refuses the client. */
  enter(caller: Caller): { readonly peer: Peer; leave(): void } {
    const clientId = clientIdOf(caller);
    const present = this.#of(clientId, caller);
    present.uses += 1;
    let left = false;
    return {
      peer: present.peer,
      leave: () => {
        if (left) return;
        left = true;
        this.#leave(clientId, present);
      },
    };
  }

  /** The peer of that client. It is connected again if another one has taken its id. */
  #of(clientId: string, { writer, access }: Caller): Present {
    const known = this.#present.get(clientId);
    if (known !== undefined && !known.peer.closed) return known;
    const peer = new Peer(silent, access);
    const answer = answerRequest(this.#requests, peer, 'initialize', {
      protocolVersions: CLIENT_VERSIONS,
      clientId,
      _meta: { [META_KEY]: { writer } },
    });
    if (answer instanceof Promise) throw new Error('a handshake is answered at once');
    const present = { peer, uses: 0 };
    this.#present.set(clientId, present);
    return present;
  }

  #leave(clientId: string, present: Present): void {
    present.uses -= 1;
    if (present.uses > 0) return;
    if (this.#present.get(clientId) === present) this.#present.delete(clientId);
    this.#forget(present.peer);
  }
}

/** The id contains the kind of the credential, since a clientId belongs to one credential. */
function clientIdOf({ writer, access }: Caller): string {
  return `${access.credential === 'token' ? 'http' : 'web'}:${writer}`;
}

export type Wanted =
  | { readonly ok: true; readonly writer: string }
  | { readonly ok: false; readonly error: string };

/**
 * Parses for whom a request acts: the header `X-Cotty-Writer`, or `?writer=` for callers that cannot send headers, such as a
 * browser's `EventSource`.
 */
export function writerOf({ headers, url }: IncomingMessage, user: string): Wanted {
  const header = headers['x-cotty-writer'];
  const said = header === undefined ? queryOf(url).get('writer') : asText(String(header));
  if (said === null) return { ok: true, writer: user };
  const shown = JSON.stringify(said.slice(0, 80));
  const parsed = parseClientMeta({ [META_KEY]: { writer: said } });
  if (!parsed.ok) return { ok: false, error: `writer: must be user:NAME and short (it is ${shown})` };
  if (said.startsWith('user:')) return { ok: true, writer: said };
  return {
    ok: false,
    error: `writer: only users act here, as user:NAME; agents use AHP or MCP (it is ${shown})`,
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
    // The bytes are not UTF-8, so they are taken as Latin-1.
    return header;
  }
}
