/** A page at the web server as a browser would send its requests, and as somebody would who is no browser. */

import { type IncomingHttpHeaders, type OutgoingHttpHeaders, request } from 'node:http';
import { WebSocket } from 'ws';
import type { Seen } from './memory-host.ts';

export type Answered = {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly body: Seen;
};

type Sent = {
  readonly method?: string;
  readonly json?: unknown;
  readonly headers?: OutgoingHttpHeaders;
};

/** Both secrets of a session; a thief may have one of them. */
export type Secrets = { readonly cookie?: string; readonly key?: string };

/** What the page reads behind the `#`; a secret alone stays as it is. */
export function secretOf(link: string): string {
  return link.slice(link.lastIndexOf('#t=') + 1).replace(/^t=/, '');
}

/** Sends any headers, `Host` too. */
export function send(url: string, { method, json, headers = {} }: Sent = {}): Promise<Answered> {
  const body = json === undefined ? undefined : JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      agent: false,
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => {
        const isJson = String(response.headers['content-type']).startsWith('application/json');
        const { statusCode: status = 0, headers: got } = response;
        resolve({ status, headers: got, text, body: isJson ? JSON.parse(text) : {} });
      });
    });
    sent.end(body);
  });
}

export class WebPage {
  readonly url: string;
  readonly secrets: Secrets;
  readonly #sockets: WebSocket[] = [];

  constructor(url: string, secrets: Secrets = {}) {
    this.url = url;
    this.secrets = secrets;
  }

  /** Throws when the server does not let it in. */
  static async signIn(url: string, link: string, had: Secrets = {}): Promise<WebPage> {
    const page = new WebPage(url, had);
    const answer = await page.ask('/web/sign-in', { json: { link: secretOf(link) } });
    const cookie = String(answer.headers['set-cookie']?.[0]).split(';', 1)[0] ?? '';
    if (answer.status !== 200) throw new Error(`${answer.status} ${answer.text}`);
    return new WebPage(url, { cookie, key: String(answer.body['key']) });
  }

  ask(path: string, sent: Sent = {}): Promise<Answered> {
    const { cookie, key } = this.secrets;
    return send(`${this.url}${path}`, {
      ...sent,
      headers: {
        origin: this.url,
        ...(cookie === undefined ? {} : { cookie }),
        ...(key === undefined ? {} : { 'x-cotty-key': key }),
        ...sent.headers,
      },
    });
  }

  async ticket(): Promise<string> {
    const { status, body, text } = await this.ask('/web/ticket', { json: {} });
    if (status !== 200) throw new Error(`${status} ${text}`);
    return String(body['ticket']);
  }

  /** Opens a WebSocket with a fresh ticket, or with the given one; returns the status when it is refused. */
  async connect(headers: OutgoingHttpHeaders = {}, ticket?: string): Promise<PageSocket | number> {
    const used = ticket ?? (await this.ticket());
    const socket = new WebSocket(`${this.url.replace('http', 'ws')}/web/ahp?ticket=${used}`, {
      headers: { origin: this.url, cookie: this.secrets.cookie ?? '', ...headers },
    });
    this.#sockets.push(socket);
    socket.on('error', () => {});
    return new Promise((resolve) => {
      socket.once('unexpected-response', (_, { statusCode = 0 }) => {
        socket.terminate();
        resolve(statusCode);
      });
      socket.once('open', () => resolve(new PageSocket(socket)));
    });
  }

  close(): void {
    for (const socket of this.#sockets) socket.terminate();
  }
}

/** AHP over the socket of a page. */
export class PageSocket {
  readonly socket: WebSocket;
  readonly notified: Seen[] = [];
  readonly closed: Promise<number>;
  readonly #waiting = new Map<number, (answer: Seen) => void>();
  #last = 0;

  constructor(socket: WebSocket) {
    this.socket = socket;
    this.closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('message', (data) => {
      const message: Seen = JSON.parse(String(data));
      const id = message['id'];
      if (typeof id === 'number') this.#waiting.get(id)?.(message);
      else this.notified.push(message);
    });
  }

  /** Returns the whole answer, a refusal too. */
  request(method: string, params: Seen = {}): Promise<Seen> {
    this.#last += 1;
    const id = this.#last;
    const answer = new Promise<Seen>((resolve) => this.#waiting.set(id, resolve));
    this.notify(method, params, { id });
    return answer;
  }

  notify(method: string, params: Seen, more: Seen = {}): void {
    this.socket.send(
      JSON.stringify({ jsonrpc: '2.0', method, params: { channel: 'ahp-root://', ...params }, ...more }),
    );
  }

  initialize(clientId: string, writer = 'user:somebody-else'): Promise<Seen> {
    return this.request('initialize', {
      protocolVersions: ['1.0.0'],
      clientId,
      _meta: { 'x-cotty': { writer, screens: true } },
    });
  }
}
