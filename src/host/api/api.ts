/**
 * The HTTP API of the network listener and the web server: lists, creates, shows, streams, types into, resizes and ends
 * terminals.
 *
 * The API is a thin layer: a caller becomes a client of the host for the time of the request, and the requests of the protocol
 * do the rest.
 */

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from 'node:http';
import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { META_KEY } from '../../protocol/common/meta.ts';
import { stackOf } from '../../protocol/common/reason-of.ts';
import { meaningOf, type NamedTerminal, readTerminal } from '../../protocol/cotty/terminal-names.ts';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Peer } from '../clients/peer.ts';
import { WATCH_ONLY } from '../common/access.ts';
import type { Clock } from '../common/clock.ts';
import type { Environment } from '../common/environment.ts';
import { type Exchange, queryOf, segmentsOf } from '../listener/http-exchange.ts';
import { type Answer, refuse, reply } from '../listener/http-reply.ts';
import { readBody } from '../listener/read-body.ts';
import type { Store } from '../stream/store.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { type Caller, Callers, hostUser, writerOf } from './callers.ts';
import { OutputStream, type Position, readPosition } from './output-stream.ts';
import { type ApiHost, isReading, type Route } from './route.ts';
import { allowed, placeOf, routeFor } from './routes.ts';

export type ApiOptions = ApiHost & {
  /** Removes a client that is gone from the host. */
  readonly leave: (peer: Peer) => void;
  readonly log: (message: string) => void;
  readonly env: Environment;
};

/** Bytes of the largest body of most paths. */
const SMALL = 64 * 1024;

type Found = { readonly terminal?: Terminal; readonly error?: string };

function asNamed(terminal: Terminal): NamedTerminal & { readonly terminal: Terminal } {
  const { uri: resource, state, name } = terminal;
  return { resource, title: state.title, _meta: { [META_KEY]: { earlierNames: name.earlier } }, terminal };
}

export class Api {
  readonly #options: ApiOptions;
  readonly #user: string;
  readonly #callers: Callers;
  readonly #streams: OutputStreams;
  #closed = false;

  constructor(options: ApiOptions) {
    const { terminals, requests, store, leave, clock, env } = options;
    this.#options = options;
    this.#user = hostUser(env);
    this.#callers = new Callers(requests, leave);
    this.#streams = new OutputStreams({ terminals, store, clock });
  }

  /** Passes an accepted envelope to the output streams. */
  take(envelope: ActionEnvelope): void {
    this.#streams.take(envelope);
  }

  async serve(exchange: Exchange): Promise<void> {
    const { response, origin } = exchange;
    // A caller that has hung up needs no answer.
    response.on('error', () => {});
    for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value ?? '');
    const answer = await this.#answer(exchange).catch((error: unknown) => this.#failed(error));
    if (answer !== undefined) reply(response, answer);
  }

  close(): void {
    this.#closed = true;
    this.#streams.close();
  }

  /** Returns undefined for an output stream, which writes the response itself. */
  async #answer(exchange: Exchange): Promise<Answer | undefined> {
    const { request, admitted, origin } = exchange;
    if (this.#closed) return refuse(503, 'the host is stopping', { Connection: 'close' });
    const { method = '', url } = request;
    if (method === 'OPTIONS' && origin !== undefined) return preflight;
    if (!admitted.ok) return refuse(admitted.status, admitted.reason, HINTS[admitted.status]);
    const segments = segmentsOf(url);
    if (segments === undefined)
      return refuse(400, 'the path has a percent sign that does not begin an escape');
    const place = placeOf(segments);
    if (place === undefined) return refuse(404, 'there is nothing at this path');
    const route = routeFor(place, method);
    if (route === undefined) {
      const Allow = allowed(place).join(', ');
      return refuse(405, `${method} is not possible here, only ${Allow}`, { Allow });
    }
    if (admitted.access.watchOnly && !isReading(route)) return refuse(403, WATCH_ONLY);
    const { writer: sworn } = admitted.access;
    const wanted = sworn === undefined ? writerOf(request, this.#user) : { ok: true as const, writer: sworn };
    if (!wanted.ok) return refuse(400, wanted.error);
    const { id } = place;
    const found = id === undefined ? {} : this.#named(id);
    const missing = id === undefined ? undefined : this.#missing(found, route);
    if (missing !== undefined) return missing;
    const caller = admitted.access.watchOnly ? undefined : { writer: wanted.writer, access: admitted.access };
    return this.#do(route, exchange, found.terminal, caller);
  }

  /** Finds a terminal by its id or name; of closed ones that which was closed last. */
  #named(id: string): Found {
    const { terminals } = this.#options;
    const read = readTerminal(terminals.listed.map(asNamed), id);
    if (read.ok) return { terminal: read.terminal.terminal };
    const closed = terminals.closed.all.flatMap(({ uri, ended }) => ended ?? terminals.find(uri) ?? []);
    const { found, seqs } = meaningOf(closed.map(asNamed), id);
    if (read.found.length === 0 && found[0] !== undefined && seqs === undefined)
      return { terminal: found[0].terminal };
    const isUnknown = read.found.length === 0;
    return { error: isUnknown ? `there is no terminal ${JSON.stringify(id.slice(0, 80))}` : read.error };
  }

  /** Returns why nothing can be done with the terminal; undefined when it can. */
  #missing({ terminal, error }: Found, route: Route): Answer | undefined {
    if (terminal === undefined) return refuse(404, error ?? '');
    const isThere = this.#options.terminals.find(terminal.uri) === terminal;
    if (isThere || isReading(route)) return undefined;
    return refuse(404, `the terminal ${JSON.stringify(terminal.state.title)} has ended: it can only be read`);
  }

  /** `caller` is undefined for those who may only watch. */
  #do(
    route: Route,
    exchange: Exchange,
    terminal: Terminal | undefined,
    caller: Caller | undefined,
  ): Answer | undefined | Promise<Answer | undefined> {
    if ('read' in route) return route.read(this.#options, exchange);
    if ('readOne' in route) {
      const open = (shown: Terminal) => this.#stream(exchange, shown, caller);
      return terminal && route.readOne(this.#options, terminal, exchange, open);
    }
    return caller === undefined ? refuse(403, WATCH_ONLY) : this.#act(route, exchange, terminal, caller);
  }

  async #act(
    route: Extract<Route, { act: unknown } | { actOn: unknown }>,
    { request }: Exchange,
    terminal: Terminal | undefined,
    caller: Caller,
  ): Promise<Answer> {
    const { terminals, clock, limits } = this.#options;
    const maxBytes = SMALL + (route.moreBytes?.(limits) ?? 0);
    const read = await readBody(request, { maxBytes, clock, limits, plainToo: true });
    if (!read.ok) return read.answer;
    if (terminal !== undefined && terminals.find(terminal.uri) !== terminal) {
      return refuse(404, 'the terminal was closed meanwhile');
    }
    const { peer, leave } = this.#callers.enter(caller);
    try {
      const call = { peer, body: read.value };
      if ('act' in route) return await route.act(this.#options, call);
      return terminal === undefined
        ? refuse(404, 'there is no terminal')
        : await route.actOn(this.#options, { ...call, terminal });
    } finally {
      leave();
    }
  }

  /** A caller that may type is a client of the host while it streams; one that may only watch is not. */
  #stream({ request, response }: Exchange, terminal: Terminal, caller: Caller | undefined): undefined {
    const leave = caller === undefined ? () => {} : this.#callers.enter(caller).leave;
    this.#streams.open(terminal, request, response, leave);
  }

  #failed(error: unknown): Answer {
    if (error instanceof RpcError) return refusalOf(error);
    this.#options.log(`an HTTP request failed: ${stackOf(error)}`);
    return refuse(500, 'internal error');
  }
}

const HINTS: { readonly [status: number]: { readonly [header: string]: string } } = {
  401: { 'WWW-Authenticate': 'Bearer' },
};

const STATUS: { readonly [code: number]: number } = {
  [ErrorCode.InvalidParams]: 400,
  [ErrorCode.InvalidRequest]: 400,
  [ErrorCode.NotParsed]: 400,
  [ErrorCode.PermissionDenied]: 403,
  [ErrorCode.NotFound]: 404,
  [ErrorCode.AlreadyExists]: 409,
  [ErrorCode.Conflict]: 409,
};

/** Maps a refusal of the host to an HTTP status, with the same sentence. */
export function refusalOf({ code, message }: RpcError): Answer {
  return refuse(STATUS[code] ?? 500, message);
}

/** For how long a browser keeps the answer to a preflight request. */
const SECONDS = 600;

/** Headers (CORS) that let pages from an allowed origin use the API. Other pages get none. */
function corsHeaders(origin: string | undefined): OutgoingHttpHeaders {
  if (origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'Allow, Location, Retry-After',
    Vary: 'Origin',
  };
}

/** Answers the browser's preflight request, which comes without the token. */
const preflight: Answer = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, Last-Event-ID, X-Cotty-Writer',
    'Access-Control-Max-Age': SECONDS,
  },
};

type OutputStreamsOptions = {
  readonly terminals: Terminals;
  readonly store: Store;
  readonly clock: Clock;
};

/** All output streams of the HTTP API, fed by the envelopes of the store. */
class OutputStreams {
  readonly #options: OutputStreamsOptions;
  /** Identifies this run of the host: positions of another run are not valid here. */
  readonly #host = randomBytes(6).toString('hex');
  readonly #open = new Map<Terminal, Set<OutputStream>>();

  constructor(options: OutputStreamsOptions) {
    this.#options = options;
  }

  take(envelope: ActionEnvelope): void {
    if (this.#open.size === 0) return;
    if (envelope.action.type === 'root/terminalsChanged') {
      for (const streams of [...this.#open.values()]) for (const stream of [...streams]) stream.tellProgram();
      return;
    }
    const terminal = this.#options.terminals.find(envelope.channel);
    if (terminal === undefined) return;
    for (const stream of [...(this.#open.get(terminal) ?? [])]) stream.push(envelope);
  }

  /** `onClose` is called once, whenever it ends. */
  open(terminal: Terminal, request: IncomingMessage, response: ServerResponse, onClose: () => void): void {
    const query = queryOf(request.url);
    const said = request.headers['last-event-id'] ?? query.get('lastEventId') ?? '';
    const from = readPosition(this.#host, String(said));
    if (from !== undefined && this.#isOver(terminal, from)) {
      // A browser reconnects for ever unless it gets this status.
      reply(response, { status: 204 });
      onClose();
      return;
    }
    if (response.destroyed) {
      onClose();
      return;
    }
    const stream = new OutputStream({
      ...this.#options,
      terminal,
      host: this.#host,
      response,
      lines: query.get('lines') !== '0',
      onClose: () => {
        this.#left(terminal, stream);
        onClose();
      },
    });
    stream.start(from, from === undefined && said !== '');
    const streams = this.#open.get(terminal) ?? new Set();
    this.#open.set(terminal, streams.add(stream));
  }

  close(): void {
    for (const streams of [...this.#open.values()]) for (const stream of [...streams]) stream.close();
  }

  /** Whether the terminal has exited and the reader knows it. */
  #isOver(terminal: Terminal, { seq }: Position): boolean {
    if (terminal.state.lifecycle.status !== 'exited') return false;
    const missed = this.#options.store.missed(terminal.uri, seq, '');
    return (
      missed?.some(({ action }) => action.type === 'terminal/exited' || action.type === 'terminal/data') ===
      false
    );
  }

  #left(terminal: Terminal, stream: OutputStream): void {
    const streams = this.#open.get(terminal);
    streams?.delete(stream);
    if (streams?.size === 0) this.#open.delete(terminal);
  }
}
