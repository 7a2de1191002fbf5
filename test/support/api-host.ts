/** A host with a port of the loopback interface, and requests to its HTTP API. */

import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Client, HostClient } from '../../src/client/client.ts';
import { hostAt } from '../../src/client/host-at.ts';
import type { Host } from '../../src/host/host.ts';
import type { HostOptions } from '../../src/host/host-options.ts';
import type { Seen } from './memory-host.ts';
import { removeFolder } from './remove-folder.ts';
import { newRoot, startHostIn } from './started-host.ts';

/** The page that may ask. */
export const PAGE = 'https://example.org';

export type Asked = {
  readonly method?: string;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as it stands. */
  readonly body?: string | Buffer;
  readonly headers?: Readonly<Record<string, string>>;
  readonly token?: string | undefined;
};

export type Answered = { readonly status: number; readonly headers: Headers; readonly body: Seen };

export class ApiHost {
  readonly root: string;
  readonly folder: string;
  readonly host: Host;
  readonly url: string;
  readonly logged: readonly string[];
  readonly #clients: Client[] = [];

  private constructor(root: string, folder: string, host: Host, logged: readonly string[]) {
    this.root = root;
    this.folder = folder;
    this.host = host;
    this.url = (host.address ?? '').replace('ws:', 'http:');
    this.logged = logged;
  }

  static async start(options: Partial<HostOptions> = {}): Promise<ApiHost> {
    const root = newRoot('cotty-api-');
    const logged: string[] = [];
    const network = { host: '127.0.0.1', port: 0, allowOrigins: [PAGE] };
    const host = await startHostIn(root, { log: (message) => logged.push(message), ...options }, network);
    return new ApiHost(root, dirname(host.socket ?? ''), host, logged);
  }

  get token(): string {
    return readFileSync(join(this.folder, 'token'), 'utf8').trim();
  }

  get watchToken(): string {
    return readFileSync(join(this.folder, 'watch-token'), 'utf8').trim();
  }

  async ask(path: string, asked: Asked = {}): Promise<Answered> {
    const { method, json, headers = {} } = asked;
    const token = 'token' in asked ? asked.token : this.token;
    const body = json === undefined ? asked.body : JSON.stringify(json);
    const response = await fetch(`${this.url}${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === '' ? {} : JSON.parse(text) };
  }

  /** The id of a terminal made over HTTP. */
  async make(json: Seen = {}): Promise<string> {
    const { status, body } = await this.ask('/api/terminals', { json });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return String(body['terminalId']);
  }

  /** A WebSocket client: at the socket, or at the port with a token. */
  async join(clientId: string, writer: string, token?: string): Promise<Client> {
    const client = await HostClient.open({
      ...hostAt({ url: token === undefined ? `unix:${this.host.socket}` : (this.host.address ?? ''), token }),
      clientId,
      retry: false,
      meta: { writer, screens: false },
    });
    this.#clients.push(client);
    return client;
  }

  async close(): Promise<void> {
    for (const client of this.#clients) client.close();
    await this.host.close();
    removeFolder(this.root);
  }
}

/** Long, for floods on a busy machine; only a failing test waits that long. */
const UNTIL_MS = 50_000;

/** Resolves when it holds; throws with what is known then. */
export async function until(
  holds: () => boolean | Promise<boolean>,
  what: () => unknown = () => '',
): Promise<void> {
  const deadline = Date.now() + UNTIL_MS;
  while (!(await holds())) {
    if (Date.now() > deadline) throw new Error(`not in time: ${JSON.stringify(what())}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
