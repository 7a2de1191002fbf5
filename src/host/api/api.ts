/**
 * The HTTP API of the network door: lists, makes, shows, streams, types into, resizes and ends terminals.
 *
 * A thin layer: whoever asks becomes a client of the host for that moment, and the host's own requests do the rest.
 */

import type { ActionEnvelope } from '../../protocol/envelope.ts';
import { RpcError } from '../../rpc/errors.ts';
import { type Exchange, segmentsOf } from '../door/http-exchange.ts';
import { type Answer, refuse, reply } from '../door/http-reply.ts';
import { WATCH_ONLY } from '../ground/access.ts';
import type { Environment } from '../ground/environment.ts';
import type { HostParts } from '../parts.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { hostUser, writerOf } from './api-writer.ts';
import { Callers } from './callers.ts';
import { corsHeaders, preflight } from './cors.ts';
import { refusalOf } from './http-status.ts';
import { OutputStreams } from './output/output-streams.ts';
import { readBody } from './read-body.ts';
import { type Job, routeOf } from './routes.ts';
import { show } from './terminal-call.ts';
import { uriOf } from './terminal-id.ts';
import { viewOf } from './terminal-json.ts';

export class Api {
  readonly #parts: HostParts;
  readonly #user: string;
  readonly #callers: Callers;
  readonly #streams: OutputStreams;
  #closed = false;

  constructor(parts: HostParts, env: Environment) {
    this.#parts = parts;
    this.#user = hostUser(env);
    this.#callers = new Callers(parts);
    this.#streams = new OutputStreams(parts);
  }

  /** What the store announces. */
  take(envelope: ActionEnvelope): void {
    this.#streams.take(envelope);
  }

  async serve(exchange: Exchange): Promise<void> {
    const { response, origin } = exchange;
    // Who hung up needs no answer.
    response.on('error', () => {});
    for (const [name, value] of Object.entries(corsHeaders(origin))) response.setHeader(name, value ?? '');
    const answer = await this.#answer(exchange).catch((error: unknown) => this.#failed(error));
    if (answer !== undefined) reply(response, answer);
  }

  close(): void {
    this.#closed = true;
    this.#streams.close();
  }

  /** Undefined: it has been answered, or is being. */
  async #answer(exchange: Exchange): Promise<Answer | undefined> {
    const { request, admitted, origin } = exchange;
    if (this.#closed) return refuse(503, 'the host is stopping', { Connection: 'close' });
    const { method = '', url } = request;
    if (method === 'OPTIONS' && origin !== undefined) return preflight;
    if (!admitted.ok) return refuse(admitted.status, admitted.reason, HINTS[admitted.status]);
    const segments = segmentsOf(url);
    if (segments === undefined) return refuse(400, 'the path has a percent sign that encodes nothing');
    const route = routeOf(segments, this.#parts.limits.inputChars);
    if (route === undefined) return refuse(404, 'there is nothing at this path');
    const job = Object.hasOwn(route.methods, method) ? route.methods[method] : undefined;
    if (job === undefined) {
      const Allow = Object.keys(route.methods).join(', ');
      return refuse(405, `${method} is not possible here, only ${Allow}`, { Allow });
    }
    if (admitted.access.watchOnly && method !== 'GET') return refuse(403, WATCH_ONLY);
    const wanted = writerOf(request, this.#user);
    if (!wanted.ok) return refuse(400, wanted.error);
    const { id } = route;
    const terminal = id === undefined ? undefined : this.#parts.terminals.find(uriOf(id));
    if (id !== undefined && terminal === undefined) {
      return refuse(404, `there is no terminal ${JSON.stringify(id.slice(0, 80))}`);
    }
    const writer = admitted.access.watchOnly ? undefined : wanted.writer;
    return this.#do(job, exchange, terminal, writer);
  }

  /** `writer` is undefined for those who only watch. */
  #do(
    job: Job,
    exchange: Exchange,
    terminal: Terminal | undefined,
    writer: string | undefined,
  ): Answer | undefined | Promise<Answer> {
    if (job.kind === 'list') return this.#list();
    if (job.kind === 'act' || job.kind === 'actOn') return this.#act(job, exchange, terminal, writer ?? '');
    if (terminal === undefined) return undefined;
    if (job.kind === 'show') return show({ parts: this.#parts, terminal });
    this.#stream(exchange, terminal, writer);
    return undefined;
  }

  #list(): Answer {
    const { terminals, store, clock } = this.#parts;
    terminals.flushList();
    const listed = (store.root.terminals ?? []).flatMap(({ resource }) => terminals.find(resource) ?? []);
    return { status: 200, body: { terminals: listed.map((terminal) => viewOf(terminal, clock.now())) } };
  }

  async #act(
    job: Extract<Job, { kind: 'act' | 'actOn' }>,
    { request }: Exchange,
    terminal: Terminal | undefined,
    writer: string,
  ): Promise<Answer> {
    const parts = this.#parts;
    const { clock, limits } = parts;
    const read = await readBody(request, { maxBytes: job.maxBytes, clock, limits });
    if (!read.ok) return read.answer;
    if (terminal !== undefined && parts.terminals.find(terminal.uri) !== terminal) {
      return refuse(404, 'the terminal was closed meanwhile');
    }
    const { peer, leave } = this.#callers.enter(writer);
    try {
      const call = { parts, peer, body: read.value };
      if (job.kind === 'act') return await job.act(call);
      return terminal === undefined
        ? refuse(404, 'there is no terminal')
        : await job.act({ ...call, terminal });
    } finally {
      leave();
    }
  }

  /** Who looks on and may type is there; who may only look is not. */
  #stream({ request, response }: Exchange, terminal: Terminal, writer: string | undefined): void {
    const leave = writer === undefined ? () => {} : this.#callers.enter(writer).leave;
    this.#streams.open(terminal, request, response, leave);
  }

  #failed(error: unknown): Answer {
    if (error instanceof RpcError) return refusalOf(error);
    this.#parts.log(`an HTTP request failed: ${error instanceof Error ? error.stack : String(error)}`);
    return refuse(500, 'internal error');
  }
}

const HINTS: { readonly [status: number]: { readonly [header: string]: string } } = {
  401: { 'WWW-Authenticate': 'Bearer' },
  429: { 'Retry-After': '60' },
};
