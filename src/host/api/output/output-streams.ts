/** All output streams of the HTTP API, fed by what the store announces. */

import { randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ActionEnvelope } from '../../../protocol/envelope.ts';
import { queryOf } from '../../door/http-exchange.ts';
import { reply } from '../../door/http-reply.ts';
import type { HostParts } from '../../parts.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { OutputCounts } from './output-counts.ts';
import { type Position, readPosition } from './output-position.ts';
import { OutputStream } from './output-stream.ts';

export class OutputStreams {
  readonly #parts: HostParts;
  /** Of this run: the numbers of another one mean nothing here. */
  readonly #host = randomBytes(6).toString('hex');
  readonly #counts = new OutputCounts();
  readonly #open = new Map<Terminal, Set<OutputStream>>();

  constructor(parts: HostParts) {
    this.#parts = parts;
  }

  take(envelope: ActionEnvelope): void {
    const terminal = this.#parts.terminals.find(envelope.channel);
    if (terminal === undefined) return;
    this.#counts.take(terminal, envelope.action);
    for (const stream of [...(this.#open.get(terminal) ?? [])]) stream.push(envelope);
  }

  /** `onClose` is called once, whenever it ends. */
  open(terminal: Terminal, request: IncomingMessage, response: ServerResponse, onClose: () => void): void {
    const said = request.headers['last-event-id'] ?? queryOf(request.url).get('lastEventId') ?? '';
    const from = readPosition(this.#host, String(said));
    if (from !== undefined && this.#isOver(terminal, from)) {
      // A browser comes back for ever unless it is told that there is no more.
      reply(response, { status: 204 });
      onClose();
      return;
    }
    if (response.destroyed) {
      onClose();
      return;
    }
    const stream = new OutputStream({
      parts: this.#parts,
      terminal,
      counts: this.#counts,
      host: this.#host,
      response,
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

  /** It has exited, and the reader knows. */
  #isOver(terminal: Terminal, { seq }: Position): boolean {
    if (terminal.state.lifecycle.status !== 'exited') return false;
    const missed = this.#parts.store.missed(terminal.uri, seq, '');
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
