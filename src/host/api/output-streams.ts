/** All output streams of the HTTP API, fed by the envelopes of the store. */

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ActionEnvelope } from '../../protocol/envelope.ts';
import type { Clock } from '../common/clock.ts';
import { queryOf } from '../listener/http-exchange.ts';
import { reply } from '../listener/http-reply.ts';
import type { Store } from '../stream/store.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';
import { OutputStream, type Position, readPosition } from './output-stream.ts';

export type OutputStreamsOptions = {
  readonly terminals: Terminals;
  readonly store: Store;
  readonly clock: Clock;
};

export class OutputStreams {
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
