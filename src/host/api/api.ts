/**
 * The HTTP API of the network listener and the web door: lists, creates, shows, streams, types into, resizes and ends terminals.
 *
 * The API is a thin layer: a caller becomes a client of the host for that moment, and the host's own requests do the rest.
 */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import { RpcError } from '../../rpc/errors.ts';
import { type Exchange, queryOf, segmentsOf } from '../door/http-exchange.ts';
import { type Answer, EVENT_STREAM, refuse, reply } from '../door/http-reply.ts';
import { readBody } from '../door/read-body.ts';
import { WATCH_ONLY } from '../ground/access.ts';
import type { Clock } from '../ground/clock.ts';
import type { Environment } from '../ground/environment.ts';
import type { Peer } from '../people/peer.ts';
import type { Store } from '../stream/store.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { hostUser, writerOf } from './api-writer.ts';
import { type Caller, Callers } from './callers.ts';
import { corsHeaders, preflight } from './cors.ts';
import { createCall } from './create-call.ts';
import { refusalOf } from './http-status.ts';
import { lastLinesOf } from './last-lines.ts';
import { OutputStreams } from './output/output-streams.ts';
import { allowed, isReadOnly, type Job, jobOf, type RouteTable, routeOf, routeTable } from './routes.ts';
import { type TerminalCallOptions, TerminalCalls } from './terminal-call.ts';
import { uriOf } from './terminal-id.ts';
import { viewOf } from './terminal-json.ts';

export type ApiOptions = TerminalCallOptions & {
  readonly store: Store;
  /** Removes a client that is gone from the host. */
  readonly leave: (peer: Peer) => void;
  readonly clock: Clock;
  readonly log: (message: string) => void;
  readonly env: Environment;
  readonly version: string;
};

export class Api {
  readonly #options: ApiOptions;
  readonly #user: string;
  readonly #callers: Callers;
  readonly #routes: RouteTable;
  readonly #streams: OutputStreams;
  #closed = false;

  constructor(options: ApiOptions) {
    const { terminals, clients, requests, dispatcher, store, leave, limits, clock, env } = options;
    this.#options = options;
    this.#user = hostUser(env);
    this.#callers = new Callers(requests, leave);
    const acts = {
      create: createCall({ terminals, requests, limits, clock }),
      on: new TerminalCalls({ terminals, clients, requests, dispatcher, limits }),
    };
    this.#routes = routeTable(acts, limits.inputChars);
    this.#streams = new OutputStreams({ terminals, store, clock });
  }

  /** Takes an accepted envelope on to the output streams. */
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

  /** Returns undefined when the request is answered elsewhere: an output stream. */
  async #answer(exchange: Exchange): Promise<Answer | undefined> {
    const { request, admitted, origin } = exchange;
    if (this.#closed) return refuse(503, 'the host is stopping', { Connection: 'close' });
    const { method = '', url } = request;
    if (method === 'OPTIONS' && origin !== undefined) return preflight;
    if (!admitted.ok) return refuse(admitted.status, admitted.reason, HINTS[admitted.status]);
    const segments = segmentsOf(url);
    if (segments === undefined) return refuse(400, 'the path has a percent sign that encodes nothing');
    const route = routeOf(segments, this.#routes);
    if (route === undefined) return refuse(404, 'there is nothing at this path');
    const job = jobOf(route, method);
    if (job === undefined) {
      const Allow = allowed(route).join(', ');
      return refuse(405, `${method} is not possible here, only ${Allow}`, { Allow });
    }
    if (admitted.access.watchOnly && !isReadOnly(job)) return refuse(403, WATCH_ONLY);
    const { writer: sworn } = admitted.access;
    const wanted = sworn === undefined ? writerOf(request, this.#user) : { ok: true as const, writer: sworn };
    if (!wanted.ok) return refuse(400, wanted.error);
    const { id } = route;
    const terminal = id === undefined ? undefined : this.#options.terminals.readable(uriOf(id));
    const missing = id === undefined ? undefined : this.#missing(id, terminal, job);
    if (missing !== undefined) return missing;
    const caller = admitted.access.watchOnly ? undefined : { writer: wanted.writer, access: admitted.access };
    return this.#do(job, exchange, terminal, caller);
  }

  /** Returns why nothing can be done with the terminal of that id; undefined when it can. */
  #missing(id: string, terminal: Terminal | undefined, { kind }: Job): Answer | undefined {
    if (terminal === undefined) return refuse(404, `there is no terminal ${JSON.stringify(id.slice(0, 80))}`);
    const isThere = this.#options.terminals.find(terminal.uri) === terminal;
    if (isThere || kind !== 'actOn') return undefined;
    return refuse(404, `the terminal ${JSON.stringify(terminal.state.title)} has ended: it can only be read`);
  }

  /** `caller` is undefined for those who may only watch. */
  #do(
    job: Job,
    exchange: Exchange,
    terminal: Terminal | undefined,
    caller: Caller | undefined,
  ): Answer | undefined | Promise<Answer> {
    switch (job.kind) {
      case 'list':
        return this.#list(queryOf(exchange.request.url).get('closed') === '1');
      case 'act':
      case 'actOn':
        return caller === undefined ? refuse(403, WATCH_ONLY) : this.#act(job, exchange, terminal, caller);
      case 'describe':
        return describeApi(this.#options.version);
      case 'show':
        return terminal && { status: 200, body: { terminal: this.#view(terminal) } };
      case 'lines':
        return terminal && lastLinesOf(terminal, queryOf(exchange.request.url).get('last'));
      case 'stream':
        if (exchange.request.method === 'HEAD') return { status: 200, headers: EVENT_STREAM };
        if (terminal !== undefined) this.#stream(exchange, terminal, caller);
        return undefined;
    }
  }

  #list(closed: boolean): Answer {
    const { terminals, store } = this.#options;
    terminals.flushList();
    const uris = closed
      ? terminals.closed.all.map(({ uri }) => uri)
      : (store.root.terminals ?? []).map(({ resource }) => resource);
    const listed = uris.flatMap((uri) => terminals.readable(uri) ?? []);
    return { status: 200, body: { terminals: listed.map((terminal) => this.#view(terminal)) } };
  }

  #view(terminal: Terminal): object {
    const { terminals, clock } = this.#options;
    const closed = terminals.closed.all.find(({ uri }) => uri === terminal.uri);
    return {
      ...viewOf(terminal, clock.now()),
      ...(closed && { closed: true, closedUntil: new Date(closed.until).toISOString() }),
    };
  }

  async #act(
    job: Extract<Job, { kind: 'act' | 'actOn' }>,
    { request }: Exchange,
    terminal: Terminal | undefined,
    caller: Caller,
  ): Promise<Answer> {
    const { terminals, clock, limits } = this.#options;
    const read = await readBody(request, { maxBytes: job.maxBytes, clock, limits });
    if (!read.ok) return read.answer;
    if (terminal !== undefined && terminals.find(terminal.uri) !== terminal) {
      return refuse(404, 'the terminal was closed meanwhile');
    }
    const { peer, leave } = this.#callers.enter(caller);
    try {
      const call = { peer, body: read.value };
      if (job.kind === 'act') return await job.act(call);
      return terminal === undefined
        ? refuse(404, 'there is no terminal')
        : await job.act({ ...call, terminal });
    } finally {
      leave();
    }
  }

  /** A caller that may type is a client of the host while it streams; one that may only watch is not. */
  #stream({ request, response }: Exchange, terminal: Terminal, caller: Caller | undefined): void {
    const leave = caller === undefined ? () => {} : this.#callers.enter(caller).leave;
    this.#streams.open(terminal, request, response, leave);
  }

  #failed(error: unknown): Answer {
    if (error instanceof RpcError) return refusalOf(error);
    this.#options.log(`an HTTP request failed: ${error instanceof Error ? error.stack : String(error)}`);
    return refuse(500, 'internal error');
  }
}

/** Loaded when somebody asks: the description is for tools, once in the life of a host. */
async function describeApi(version: string): Promise<Answer> {
  const { describe } = await import('./openapi/describe.ts');
  return { status: 200, body: describe(version) };
}

const HINTS: { readonly [status: number]: { readonly [header: string]: string } } = {
  401: { 'WWW-Authenticate': 'Bearer' },
};
