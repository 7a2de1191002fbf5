/** A host without processes and sockets, and bare clients of it that see every message as it came. */

import type { Access } from '../../src/host/common/access.ts';
import { type Host, startHost } from '../../src/host/host.ts';
import type { HostOptions } from '../../src/host/host-options.ts';
import { META_KEY } from '../../src/protocol/common/meta.ts';
import { ROOT_URI } from '../../src/protocol/common/uri.ts';
import { Connection } from '../../src/rpc/connection.ts';
import { type CloseReason, memoryPair, type Transport } from '../../src/rpc/transport.ts';
import { type FakePty, fakeSpawn } from './fake-pty.ts';
import { HandClock } from './hand-clock.ts';

/** Parts of a message, looked at with `toMatchObject`. */
export type Seen = { readonly [key: string]: unknown };

export type Envelope = {
  readonly channel: string;
  readonly action: Seen & { readonly type: string };
  readonly serverSeq: number;
  readonly origin?: { readonly clientId: string; readonly clientSeq: number };
  readonly rejectionReason?: string;
};

/** The nonce that the shells of this host put into their marks. */
export const NONCE = 'n0nce';

/** As a shell of ours marks its commands. */
export const marks = {
  prompt: `\x1b]633;A;${NONCE}\x07`,
  start: (line: string) => `\x1b]633;E;${line};${NONCE}\x07\x1b]633;C;${NONCE}\x07`,
  end: (code: number) => `\x1b]633;D;${code};${NONCE}\x07`,
};

export class MemoryHost {
  readonly host: Host;
  readonly clock: HandClock;
  readonly ptys: FakePty[];
  readonly logged: string[];

  private constructor(host: Host, clock: HandClock, ptys: FakePty[], logged: string[]) {
    this.host = host;
    this.clock = clock;
    this.ptys = ptys;
    this.logged = logged;
  }

  static async start(options: Partial<HostOptions> = {}): Promise<MemoryHost> {
    const clock = new HandClock();
    const { spawn, ptys } = fakeSpawn();
    const logged: string[] = [];
    const host = await startHost({
      env: { HOME: '/', SHELL: '/bin/bash', PATH: '/usr/bin:/bin' },
      version: '1.2.3',
      clock,
      spawn,
      nonce: () => NONCE,
      log: (message) => logged.push(message),
      ...options,
    });
    return new MemoryHost(host, clock, ptys, logged);
  }

  /** A connection that has not said anything yet. */
  dial(wrap: (end: Transport) => Transport = (end) => end, access?: Access): RawClient {
    const [near, far] = memoryPair();
    this.host.attach(wrap(far), access);
    return new RawClient(near);
  }

  /** A client that has introduced itself; `writer` makes it one of ours. */
  async connect(clientId: string, options: ConnectOptions = {}): Promise<RawClient> {
    const client = this.dial(options.wrap, options.access);
    await client.initialize(clientId, options);
    return client;
  }

  /** The pty made last. */
  get pty(): FakePty {
    const pty = this.ptys.at(-1);
    if (pty === undefined) throw new Error('no terminal was created');
    return pty;
  }
}

export type ConnectOptions = {
  readonly writer?: string;
  readonly screens?: boolean;
  readonly ownInput?: boolean;
  readonly root?: string;
  readonly version?: string;
  readonly subscribe?: readonly string[];
  readonly wrap?: (end: Transport) => Transport;
  readonly access?: Access;
};

export class RawClient {
  readonly connection: Connection;
  readonly envelopes: Envelope[] = [];
  clientId = '';
  closed: CloseReason | undefined;
  #clientSeq = 0;

  constructor(transport: Transport) {
    this.connection = new Connection(transport);
    this.connection.onNotification((_method, params) => this.envelopes.push(params as Envelope));
    this.connection.onClose((why) => {
      this.closed = why;
    });
  }

  async initialize(clientId: string, options: ConnectOptions = {}): Promise<Seen> {
    this.clientId = clientId;
    const { writer, screens, ownInput, root, version = '1.0.0', subscribe = [] } = options;
    const meta = {
      ...(writer === undefined ? {} : { writer }),
      ...(screens === undefined ? {} : { screens }),
      ...(ownInput === undefined ? {} : { ownInput }),
      ...(root === undefined ? {} : { root }),
    };
    return this.request('initialize', {
      protocolVersions: [version],
      clientId,
      initialSubscriptions: subscribe,
      ...(Object.keys(meta).length === 0 ? {} : { _meta: { [META_KEY]: meta } }),
    });
  }

  async request(method: string, params: Seen = {}): Promise<Seen> {
    return (await this.connection.request(method, { channel: ROOT_URI, ...params })) as Seen;
  }

  async createTerminal(channel: string, params: Seen = {}): Promise<void> {
    await this.request('createTerminal', {
      channel,
      claim: { kind: 'client', clientId: this.clientId },
      ...params,
    });
  }

  async subscribe(channel: string, params: Seen = {}): Promise<Snapshot> {
    const { snapshot } = await this.request('subscribe', { channel, ...params });
    return snapshot as Snapshot;
  }

  /** Gives the number the action had, and lets the host take it in. */
  async dispatch(channel: string, action: Seen): Promise<number> {
    this.#clientSeq += 1;
    this.connection.notify('dispatchAction', { channel, clientSeq: this.#clientSeq, action });
    await settled();
    return this.#clientSeq;
  }

  /** What came on one channel, without the numbers. */
  actions(channel: string): Seen[] {
    return this.envelopes.filter((envelope) => envelope.channel === channel).map(({ action }) => action);
  }

  /** Data that came on a channel, joined. */
  text(channel: string): string {
    return this.actions(channel)
      .map(({ type, data }) => (type === 'terminal/data' ? data : ''))
      .join('');
  }

  /** The refusal of that action. */
  refusal(clientSeq: number): string | undefined {
    return this.envelopes.find(
      ({ origin }) => origin?.clientId === this.clientId && origin.clientSeq === clientSeq,
    )?.rejectionReason;
  }
}

export type Snapshot = { readonly resource: string; readonly state: Seen; readonly fromSeq: number };

/** All messages that are on their way have arrived, and their answers, too. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
