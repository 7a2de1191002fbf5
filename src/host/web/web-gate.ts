/** Authenticates web requests: a page needs both secrets of a session, a WebSocket also a ticket of that session. */

import type { IncomingMessage } from 'node:http';
import type { Refusal } from '../../rpc/ws-server.ts';
import { type Access, pageAccess } from '../common/access.ts';
import type { FailedTokens } from '../listener/failed-tokens.ts';
import { queryOf } from '../listener/http-exchange.ts';
import { cookieIn } from './cookie.ts';
import type { Entry, Links } from './links.ts';
import type { OwnPage } from './own-page.ts';
import type { PageConnections } from './page-connections.ts';
import type { Tickets } from './tickets.ts';

export type GateOptions = {
  /** The port, which is part of the name of the cookie. */
  readonly port: () => number;
  readonly ownPage: OwnPage;
  readonly links: Links;
  readonly tickets: Tickets;
  readonly connections: PageConnections;
  readonly maxConnections: number;
  readonly failures: FailedTokens;
  /** The writer for whom pages act: `user:NAME`. */
  readonly writer: string;
};

export type Visit = { readonly id: string; readonly access: Access };

export type Judged = { readonly ok: true; readonly visit: Visit } | ({ readonly ok: false } & Refusal);

const SIGN_IN = 'sign in first, with a link of `cotty web`';
const SOCKET_PATH = '/web/ahp';

export class WebGate {
  readonly #options: GateOptions;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /** Returns the session of a request, by cookie and key. Only GET and HEAD may come without an `Origin`. */
  session(request: IncomingMessage): Judged {
    const { ownPage, links } = this.#options;
    const isReading = request.method === 'GET' || request.method === 'HEAD';
    const foreign = ownPage.whyNotOwn(request, !isReading);
    if (foreign !== undefined) return refuse(403, foreign);
    const key = request.headers['x-cotty-key'];
    const cookie = this.cookie(request);
    const found = cookie === undefined || key === undefined ? undefined : links.find(cookie, String(key));
    return found === undefined ? refuse(401, SIGN_IN) : this.#enter(found, request);
  }

  /**
   * Judges a request to the HTTP API. An `EventSource` cannot send the key of the session: a GET is also let in by the cookie
   * with a ticket, `?ticket=`, which is used up by that.
   */
  api(request: IncomingMessage): Judged {
    const byTicket = request.method === 'GET' && queryOf(request.url).has('ticket');
    const judged = byTicket ? this.#ticketed(request, false) : this.session(request);
    return judged.ok && this.#isFull(judged.visit.id) ? FULL_SESSION : judged;
  }

  /** Judges the request for a WebSocket. Its ticket is used up by that. */
  socket(request: IncomingMessage): Judged {
    const foreign = this.#options.ownPage.whyNotHere(request);
    if (foreign !== undefined) return refuse(403, foreign);
    if (request.url?.split('?', 1)[0] !== SOCKET_PATH) return refuse(404, 'there is nothing at this path');
    const judged = this.#ticketed(request, true);
    return judged.ok && this.#isFull(judged.visit.id) ? FULL_SESSION : judged;
  }

  /**
   * Returns the session of a request, by cookie and ticket. `needsOrigin`: WebSockets have an `Origin`, an `EventSource` may not.
   */
  #ticketed(request: IncomingMessage, needsOrigin: boolean): Judged {
    const { ownPage, links, tickets, failures } = this.#options;
    const foreign = ownPage.whyNotOwn(request, needsOrigin);
    if (foreign !== undefined) return refuse(403, foreign);
    const found = links.find(this.cookie(request) ?? '');
    const ticket = queryOf(request.url).get('ticket') ?? '';
    // The ticket is used up in any case: if the cookie is another one, somebody else has seen the ticket.
    const isRight = tickets.take(ticket, found?.id ?? '');
    if (found === undefined || !isRight) {
      const delayMs = failures.add(request.socket.remoteAddress);
      const reason = found === undefined ? SIGN_IN : 'a fresh ticket of this session is needed';
      return { ...refuse(401, reason), ...(delayMs === 0 ? {} : { delayMs }) };
    }
    return this.#enter(found, request);
  }

  cookie({ headers }: IncomingMessage): string | undefined {
    return cookieIn(headers.cookie, this.#options.port());
  }

  #isFull(session: string): boolean {
    const { connections, maxConnections } = this.#options;
    return connections.count(session) >= maxConnections;
  }

  #enter({ id, access }: Entry, request: IncomingMessage): Judged {
    const { links, writer } = this.#options;
    links.seen(id, fromOf(request));
    return { ok: true, visit: { id, access: pageAccess(writer, access === 'watch') } };
  }
}

/** The address that a request comes from. */
export function fromOf({ socket }: IncomingMessage): string {
  return (socket.remoteAddress ?? 'unknown').replace(/^::ffff:(?=\d+\.)/i, '');
}

const FULL_SESSION = refuse(503, 'too many connections of this session');

function refuse(status: number, reason: string): Judged & { readonly ok: false } {
  return { ok: false, status, reason };
}
