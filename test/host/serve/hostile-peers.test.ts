/** Peers that mean harm or are broken, over real sockets, against a host whose program the test plays. */

import { mkdtempSync } from 'node:fs';
import { connect as connectSocket, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { HostClient, type TerminalMirror } from '../../../src/client/client.ts';
import type { Transport } from '../../../src/rpc/transport.ts';
import { connect } from '../../../src/rpc/ws-client.ts';
import { listen } from '../../../src/rpc/ws-server.ts';
import { hostileFrame, randomOf } from '../../support/hostile-frames.ts';
import { MemoryHost, RawClient } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

/** Nothing that a hostile frame could name by chance. */
const T = 'ahp-terminal:/of-the-decent-client';
const PENDING = 1024 * 1024;

let folder = '';
let path = '';
let host: MemoryHost;
let accepted: Transport[] = [];
let good: RawClient;
let printed = '';
const cleanups: (() => unknown)[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-hostile-'));
  path = join(folder, 'sock');
  host = await MemoryHost.start({ limits: { pendingBytes: PENDING } });
  accepted = [];
  const onTransport = (transport: Transport) => {
    accepted.push(transport);
    host.host.attach(transport);
  };
  const listening = await listen({ path }, { onTransport });
  cleanups.push(() => listening.close());
  good = await rawClient('decent');
  await good.createTerminal(T);
  await good.subscribe(T);
  printed = '';
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  await host.host.close();
  removeFolder(folder);
});

async function rawClient(clientId: string): Promise<RawClient> {
  const client = new RawClient(await connect(`unix:${path}`));
  cleanups.push(() => client.connection.close());
  await client.initialize(clientId, { writer: `agent:${clientId}`, screens: true });
  return client;
}

async function webSocket(): Promise<WebSocket> {
  const socket = new WebSocket('ws://localhost/', { createConnection: () => connectSocket(path) });
  cleanups.push(() => socket.terminate());
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('open', resolve));
  return socket;
}

async function rawSocket(text: string): Promise<Socket> {
  const socket = connectSocket(path);
  cleanups.push(() => socket.destroy());
  socket.on('error', () => {});
  await new Promise((resolve) => socket.once('connect', resolve));
  await new Promise((resolve) => socket.write(text, resolve));
  return socket;
}

const ownPty = () => host.ptys[0] ?? host.pty;

function print(text: string): void {
  printed += text;
  ownPty().print(text);
  // Somebody may have typed elsewhere just now, who goes first; then it is joined with what came before.
  host.clock.pass(8);
  host.clock.pass(5);
}

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}

/** The decent client has seen everything, once and in order, and is answered. */
async function expectNothingNoticed(): Promise<void> {
  print('the end');
  await until(() => good.text(T).endsWith('the end'));
  expect(good.text(T) === printed).toBe(true);
  const seqs = good.envelopes.map(({ serverSeq }) => serverSeq);
  expect(seqs).toEqual([...seqs].sort((left, right) => left - right));
  expect(await good.request('ping')).toBeNull();
  expect(good.closed).toBeUndefined();
}

describe('ten thousand random and damaged frames', () => {
  it.each([1, 2, 3, 4])('change nothing for anybody else (seed %i)', async (seed) => {
    const random = randomOf(seed);
    let socket = await webSocket();
    let answers = 0;
    for (let count = 0; count < 2500; count += 1) {
      // A new one now and then: much can only be said on a fresh connection.
      if (count % 250 === 0 || socket.readyState !== WebSocket.OPEN) {
        socket = await webSocket();
        socket.on('message', () => {
          answers += 1;
        });
        if (count % 500 === 0) {
          const params = {
            protocolVersions: ['1.0.0'],
            clientId: 'hostile',
            _meta: { 'x-cotty': { writer: 'agent:h' } },
          };
          socket.send(JSON.stringify({ jsonrpc: '2.0', id: 0, method: 'initialize', params }));
        }
      }
      socket.send(hostileFrame(random));
      if (count % 50 !== 0) continue;
      print(`line ${count}\r\n`);
      await turn();
    }
    await until(() => answers > 500);
    await expectNothingNoticed();
    expect(host.ptys[0]).toMatchObject({ input: '', sizes: [], ended: false });
    expect(host.logged.join('\n').length).toBeLessThan(100_000);
  });
});

describe('a reader that stops', () => {
  it('slows nobody, costs no more than its limit, and comes back to the exact state', async () => {
    let near: Transport | undefined;
    const transportFactory = async () => {
      near = await connect(`unix:${path}`);
      return near;
    };
    const slow = await HostClient.open({
      transportFactory,
      clientId: 'slow',
      meta: { screens: true },
      random: () => 0,
    });
    cleanups.push(() => slow.close());
    const mirror = await slow.subscribe(T);
    const far = accepted.at(-1);
    const states: string[] = [];
    slow.onConnectionState((state) => states.push(state));
    near?.hold(true);
    const stopped = near;
    let most = 0;
    for (let line = 0; printed.length < 6 * PENDING; line += 1) {
      print(`${line} ${'.'.repeat(8000)}\r\n`);
      most = Math.max(most, far?.buffered ?? 0);
      expect(ownPty().paused).toBe(false);
      // As fast as the decent client reads: it is never behind.
      const count = good.envelopes.length;
      await until(() => good.envelopes.length > count);
    }
    expect(most).toBeGreaterThan(PENDING);
    expect(most).toBeLessThan(PENDING + 128 * 1024);
    stopped?.hold(false);
    await until(() => states.includes('away') && slow.connectionState === 'ready');
    await expectNothingNoticed();
    const again = await rawClient('late');
    const { state } = await again.subscribe(T);
    await until(() => textOf(mirror).endsWith('the end'));
    expect(mirror.state.content).toEqual(state['content']);
  });

  it('is not read itself while its answers wait, and gets all of them when it reads', async () => {
    print('x'.repeat(50_000));
    const socket = await webSocket();
    const say = (id: number, method: string, params: object) =>
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: { channel: T, ...params } }));
    say(0, 'initialize', { protocolVersions: ['1.0.0'], clientId: 'greedy' });
    await new Promise((resolve) => socket.once('message', resolve));
    socket.pause();
    const far = accepted.at(-1);
    for (let id = 1; id <= 2000; id += 1) say(id, 'subscribe', {});
    let most = 0;
    for (let round = 0; round < 200; round += 1) {
      if (round % 10 === 0) print(`round ${round}\r\n`);
      most = Math.max(most, far?.buffered ?? 0);
      await turn();
    }
    expect(most).toBeGreaterThan(PENDING);
    expect(most).toBeLessThan(PENDING + 256 * 1024);
    expect(await good.request('ping')).toBeNull();
    const ids: number[] = [];
    socket.on('message', (data) => {
      const { id } = JSON.parse(String(data)) as { id?: number };
      if (id !== undefined) ids.push(id);
    });
    socket.resume();
    await until(() => ids.length === 2000);
    expect(ids).toEqual(Array.from({ length: 2000 }, (_, at) => at + 1));
    await expectNothingNoticed();
  });
});

describe('a peer that is cut off', () => {
  it('in the middle of a frame is gone without a trace', async () => {
    const socket = await webSocket();
    const params = { protocolVersions: ['1.0.0'], clientId: 'cut', initialSubscriptions: ['ahp-root://', T] };
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }));
    await new Promise((resolve) => socket.once('message', resolve));
    expect(await good.request('x-cotty/status')).toMatchObject({ clients: 2 });
    // A masked text frame of 100,000 bytes, of which ten come.
    const { _socket: wire } = socket as unknown as { readonly _socket: Socket };
    await new Promise((resolve) =>
      wire.write(Buffer.from('81ff00000000000186a00102030405060708090a', 'hex'), resolve),
    );
    print('meanwhile\r\n');
    wire.destroy();
    let clients: unknown = 2;
    while (clients !== 1) ({ clients } = await good.request('x-cotty/status'));
    await expectNothingNoticed();
  });

  it('before it was a client holds up neither the others nor the end', async () => {
    const upgrade = 'GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n';
    for (let count = 0; count < 50; count += 1) {
      await rawSocket('');
      await rawSocket('GET / HTTP/1.1\r\nHo');
      await rawSocket(upgrade);
    }
    const key = 'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
    const half = await rawSocket(upgrade + key);
    await new Promise((resolve) => half.once('data', resolve));
    half.write(Buffer.from('81fe', 'hex'));
    await expectNothingNoticed();
  });
});

describe('a flood of requests', () => {
  it('is answered in full and leaves room for others', async () => {
    const flooder = await rawClient('flooder');
    const answers = Array.from({ length: 10_000 }, (_, at) =>
      flooder.connection
        .request(['ping', 'x-cotty/status', 'nonsense', 'listSessions'][at % 4] ?? '', {
          channel: 'ahp-root://',
        })
        .then(
          () => 'answered',
          (error: Error) => error.name,
        ),
    );
    print('in between\r\n');
    await expectNothingNoticed();
    const outcomes = new Set(await Promise.all(answers));
    // Its own side refuses more than it can wait for; the rest is answered or refused by the host.
    expect([...outcomes].sort()).toEqual(['RpcError', 'TimeoutError', 'answered']);
  });
});

function textOf({ state }: TerminalMirror): string {
  return state.content.map((part) => (part.type === 'command' ? part.output : part.value)).join('');
}
