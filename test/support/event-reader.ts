/** Reads server-sent events from a socket of its own, which can be left unread, and cut off at any byte. */

import { get, type IncomingMessage } from 'node:http';
import type { Seen } from './memory-host.ts';

export type SentEvent = { readonly event: string; readonly id?: string; readonly data: Seen };

export class EventReader {
  readonly events: SentEvent[] = [];
  readonly #response: IncomingMessage;
  /** As `Last-Event-ID`, of the last whole event. */
  lastId = '';
  /** Lines that only say that the connection is alive. */
  comments = 0;
  ended = false;
  #rest = '';

  private constructor(response: IncomingMessage) {
    this.#response = response;
    response.setEncoding('utf8');
    response.on('data', (text: string) => this.#take(text));
    response.on('close', () => {
      this.ended = true;
    });
    response.on('error', () => {});
  }

  static open(url: string, token: string, lastId?: string): Promise<EventReader> {
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(lastId === undefined ? {} : { 'last-event-id': lastId }),
      };
      get(url, { headers, agent: false }, (response) => resolve(new EventReader(response))).on(
        'error',
        reject,
      );
    });
  }

  get status(): number | undefined {
    return this.#response.statusCode;
  }

  get headers(): IncomingMessage['headers'] {
    return this.#response.headers;
  }

  /** The output as a reader of this stream puts it together: a snapshot is all, what follows is added. */
  get text(): string {
    return textOf(this.events);
  }

  of(event: string): readonly SentEvent[] {
    return this.events.filter((one) => one.event === event);
  }

  pause(): void {
    this.#response.pause();
  }

  resume(): void {
    this.#response.resume();
  }

  cut(): void {
    this.#response.destroy();
  }

  #take(text: string): void {
    this.#rest += text;
    for (let end = this.#rest.indexOf('\n\n'); end !== -1; end = this.#rest.indexOf('\n\n')) {
      this.#event(this.#rest.slice(0, end));
      this.#rest = this.#rest.slice(end + 2);
    }
  }

  #event(block: string): void {
    if (block.startsWith(':')) this.comments += 1;
    const fields = new Map(
      block.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^\w*: ?/, '')]),
    );
    const id = fields.get('id');
    if (id !== undefined) this.lastId = id;
    const data = fields.get('data');
    if (data === undefined) return;
    this.events.push({
      event: fields.get('event') ?? 'message',
      data: JSON.parse(data),
      ...(id === undefined ? {} : { id }),
    });
  }
}

export function textOf(events: readonly SentEvent[]): string {
  return events.reduce((text, { event, data }) => {
    if (event === 'snapshot') return String(data['data']);
    return event === 'message' ? text + String(data['data']) : text;
  }, '');
}
