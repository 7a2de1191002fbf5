/** The WebSocket transports against each other and against raw HTTP, over real sockets in a temporary folder. */

import { mkdtempSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { connect as connectSocket, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { ClosedError } from '../../src/rpc/errors.ts';
import type { CloseReason, Transport } from '../../src/rpc/transport.ts';
import { connect } from '../../src/rpc/ws-client.ts';
import { type Listening, type ListenOptions, listen } from '../../src/rpc/ws-server.ts';
import { removeFolder } from '../support/remove-folder.ts';

let folder: string;
let path: string;
const cleanups: (() => unknown)[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-ws-'));
  path = join(folder, 'host: 1?.sock');
});

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
  removeFolder(folder);
});

type Ends = { readonly client: Transport; readonly server: Transport; readonly listening: Listening };

/** A connected pair over the Unix socket. */
async function ends(options: Partial<ListenOptions> = {}): Promise<Ends> {
  const accepted = deferred<Transport>();
  const listening = await start({ ...options, onTransport: accepted.resolve });
  const client = await connect(`unix:${path}`);
  return { client, server: await accepted.promise, listening };
}

async function start(
  options: ListenOptions,
  at: Parameters<typeof listen>[0] = { path },
): Promise<Listening> {
  const listening = await listen(at, options);
  cleanups.push(() => listening.close());
  return listening;
}

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

const nextMessage = (transport: Transport) => new Promise<string>((resolve) => transport.onMessage(resolve));
const closed = (transport: Transport) => new Promise<CloseReason>((resolve) => transport.onClose(resolve));

describe('a pair over a Unix socket', () => {
  it('carries text both ways, whole and in order, whatever is in it', async () => {
    const { client, server } = await ends();
    const texts = ['', 'ä漢😀', '\u0000\n', 'x'.repeat(1_000_000)];
    const received: string[] = [];
    const all = new Promise<void>((resolve) => {
      server.onMessage((text) => {
        received.push(text);
        if (received.length === texts.length) resolve();
      });
    });
    for (const text of texts) client.send(text);
    await all;
    expect(received).toEqual(texts);
    server.send('back');
    expect(await nextMessage(client)).toBe('back');
  });

  it('loses nothing that comes before somebody listens', async () => {
    const { client, server } = await ends();
    server.send('early');
    await new Promise((resolve) => setImmediate(resolve));
    expect(await nextMessage(client)).toBe('early');
  });

  it('tells the other end why it closed', async () => {
    const { client, server } = await ends();
    const why = closed(client);
    client.onMessage(() => {});
    server.close(4001, 'ä'.repeat(200));
    server.close();
    expect(await why).toMatchObject({ code: 4001, reason: expect.stringMatching(/^ä{50,}/), clean: true });
  });

  it('hears nothing more of who was sent away, not even what had arrived before', async () => {
    const { client, server } = await ends();
    const why = closed(client);
    client.onMessage(() => {});
    const received: string[] = [];
    server.onMessage((text) => {
      received.push(text);
      // Longer than a turn may take, so that what has arrived with it waits for the next turns.
      for (const until = performance.now() + 10; performance.now() < until; );
      if (received.length === 3) server.close(4012, 'signed out');
    });
    for (let sent = 0; sent < 50; sent += 1) client.send(`message ${sent}`);
    expect(await why).toMatchObject({ code: 4012 });
    expect(received).toEqual(['message 0', 'message 1', 'message 2']);
  });

  it('tells a lost connection from a closed one', async () => {
    const accepted = deferred<Transport>();
    await start({ onTransport: accepted.resolve });
    const raw = new WebSocket('ws://localhost/', { createConnection: () => connectSocket(path) });
    const opened = new Promise((resolve) => raw.once('open', resolve));
    const server = await accepted.promise;
    server.onMessage(() => {});
    await opened;
    raw.terminate();
    expect(await closed(server)).toEqual({ code: 1006, reason: '', clean: false });
  });

  it('counts what the kernel has not taken, and says when that has shrunk', async () => {
    const { client, server } = await ends();
    const text = 'x'.repeat(1024 * 1024);
    // The client does not read: its transport is paused until somebody listens.
    for (let sent = 0; sent < 16; sent += 1) server.send(text);
    expect(server.buffered).toBeGreaterThan(8 * 1024 * 1024);
    const drained = new Promise<void>((resolve) => {
      server.onDrain(() => {
        if (server.buffered === 0) resolve();
      });
    });
    let characters = 0;
    client.onMessage((message) => {
      characters += message.length;
    });
    await drained;
    server.close();
    await closed(client);
    expect(characters).toBe(16 * 1024 * 1024);
  });

  it('closes a peer that sends a frame beyond the limit, with the code for it', async () => {
    const { client, server } = await ends({ maxFrameBytes: 1000 });
    server.onMessage(() => {});
    client.onMessage(() => {});
    client.send('x'.repeat(1001));
    expect(await closed(client)).toMatchObject({ code: 1009 });
  });

  it('reads binary frames as UTF-8', async () => {
    const accepted = deferred<Transport>();
    const { address } = await start({ onTransport: accepted.resolve }, { host: '127.0.0.1', port: 0 });
    const raw = new WebSocket(`ws://${address}`);
    raw.once('open', () => raw.send(Buffer.from('{"é":1}')));
    cleanups.push(() => raw.terminate());
    expect(await nextMessage(await accepted.promise)).toBe('{"é":1}');
  });

  it('delivers nothing while it is held, lets the sender feel it, and then loses nothing', async () => {
    const { client, server } = await ends();
    const received: string[] = [];
    const all = new Promise<void>((resolve) => {
      server.onMessage((text) => {
        received.push(text.slice(0, 4));
        if (received.length === 3) server.hold(true);
        if (received.length === 40) resolve();
      });
    });
    const filler = 'x'.repeat(100_000);
    for (let count = 10; count < 50; count += 1) client.send(`n ${count}${filler}`);
    await until(() => received.length === 3);
    const before = client.buffered;
    for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(received).toHaveLength(3);
    expect(before).toBeGreaterThan(1_000_000);
    server.hold(false);
    await all;
    expect(received).toEqual(Array.from({ length: 40 }, (_, at) => `n ${at + 10}`));
  });

  it('hears the close also while it is held', async () => {
    const { client, server } = await ends();
    server.onMessage(() => {});
    client.onMessage(() => {});
    server.hold(true);
    server.close(4001, 'enough');
    expect(await closed(client)).toMatchObject({ code: 4001 });
    expect(await closed(server)).toMatchObject({ code: 4001 });
  });

  it('survives use after the end', async () => {
    const { client, server } = await ends();
    server.onMessage(() => {});
    client.close();
    await closed(client);
    client.send('into the void');
    client.close();
    expect(await closed(server)).toMatchObject({ code: 1000, clean: true });
    expect(client.buffered).toBe(0);
  });
});

describe('listen', () => {
  const nobody = () => {
    throw new Error('must not be reached');
  };

  it('answers plain HTTP with 426', async () => {
    await start({ onTransport: nobody });
    const status = await new Promise((resolve) => {
      httpRequest({ socketPath: path, path: '/' }, (response) => {
        response.resume();
        resolve(response.statusCode);
      }).end();
    });
    expect(status).toBe(426);
  });

  it('refuses an upgrade that does not pass, with the status given', async () => {
    await start({ onTransport: nobody, verify: () => ({ status: 403, reason: 'wrong\r\ntoken' }) });
    const error = await connect(`unix:${path}`).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ClosedError);
    expect(error).toMatchObject({ status: 403 });
  });

  it('hangs up on a refused peer that does not hang up itself', async () => {
    await start({ onTransport: nobody, verify: () => ({ status: 401, reason: 'no' }) });
    const raw = connectSocket({ path, allowHalfOpen: true });
    cleanups.push(() => raw.destroy());
    raw.on('error', () => {});
    raw.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nmore');
    const gone = new Promise<void>((resolve) => raw.once('close', resolve));
    const [head] = await Promise.all([
      new Promise<string>((resolve) => raw.once('data', (chunk) => resolve(chunk.toString()))),
      gone.then(() => undefined),
      new Promise((resolve) => raw.once('end', resolve)).then(() => raw.end()),
    ]);
    expect(head).toMatch(/^HTTP\/1\.1 401 no\r\n/);
  });

  it('shows the check the request, with the token the client was given', async () => {
    const seen: (string | undefined)[] = [];
    const { address } = await start(
      {
        onTransport: (transport) => transport.close(),
        verify: (request) => {
          seen.push(request.headers.authorization, request.url);
          return 'ok';
        },
      },
      { host: '127.0.0.1', port: 0 },
    );
    const client = await connect(`ws://${address}/?tkn=secret`, { token: 'letmein' });
    client.onMessage(() => {});
    await closed(client);
    expect(seen).toEqual(['Bearer letmein', '/?tkn=secret']);
  });

  it('rejects when the address is taken', async () => {
    await start({ onTransport: nobody });
    await expect(listen({ path }, { onTransport: nobody })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('closes its connections as going away, takes no new ones, and may be closed twice', async () => {
    const { client, listening } = await ends();
    const why = closed(client);
    client.onMessage(() => {});
    await Promise.all([listening.close(), listening.close()]);
    expect(await why).toMatchObject({ code: 1001 });
    await expect(connect(`unix:${path}`)).rejects.toBeInstanceOf(ClosedError);
  });

  it('drops a peer that no longer answers to a ping', async () => {
    const accepted = deferred<Transport>();
    await start({ onTransport: accepted.resolve, pingMs: 20 });
    const raw = new WebSocket('ws://localhost/', {
      createConnection: () => connectSocket(path),
      autoPong: false,
    });
    raw.on('error', () => {});
    cleanups.push(() => raw.terminate());
    const server = await accepted.promise;
    server.onMessage(() => {});
    expect(await closed(server)).toEqual({ code: 1006, reason: '', clean: false });
  });

  it('keeps a peer that is silent but answers', async () => {
    const accepted = deferred<Transport>();
    await start({ onTransport: accepted.resolve, pingMs: 100 });
    const raw = new WebSocket('ws://localhost/', { createConnection: () => connectSocket(path) });
    cleanups.push(() => raw.terminate());
    // The third ping is sent only if the answer to the second was heard.
    const thirdPing = new Promise<void>((resolve, reject) => {
      let pings = 0;
      raw.on('ping', () => {
        pings += 1;
        if (pings === 3) resolve();
      });
      raw.on('close', () => reject(new Error('dropped')));
    });
    (await accepted.promise).onMessage(() => {});
    await thirdPing;
  });
});

describe('connect', () => {
  it('says what it could not reach, without the token of the address', async () => {
    await expect(connect(`unix:${join(folder, 'nothing')}`)).rejects.toThrow(/cannot reach unix:.*nothing/);
    const error = await connect('ws://127.0.0.1:1/?tkn=secret').catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ClosedError);
    expect(String(error)).not.toContain('secret');
    expect(error).toMatchObject({ cause: { code: 'ECONNREFUSED' } });
  });

  it('rejects what is no address', async () => {
    await expect(connect('not a url')).rejects.toBeInstanceOf(ClosedError);
    await expect(connect('ftp://example.com')).rejects.toBeInstanceOf(ClosedError);
  });

  it('gives up on a listener that never answers', async () => {
    const open: Socket[] = [];
    const silent = createServer((socket) => open.push(socket));
    await new Promise<void>((resolve) => silent.listen(path, resolve));
    cleanups.push(() => {
      for (const socket of open) socket.destroy();
      silent.close();
    });
    await expect(connect(`unix:${path}`, { timeoutMs: 30 })).rejects.toBeInstanceOf(ClosedError);
  });
});

describe('a host that floods', () => {
  const MESSAGE = 'x'.repeat(1000);
  const COUNT = 4000;
  /** What the client takes in a turn, and a read from the kernel more. */
  const TURN = 64 * 1024 + 2 * MESSAGE.length;

  it('takes no more than a read of each turn, loses nothing and keeps its order', async () => {
    const { client, server } = await ends();
    let taken = 0;
    let inTurn = 0;
    let most = 0;
    let inOrder = true;
    client.onMessage((text) => {
      inOrder &&= text.startsWith(`${taken} `);
      taken += 1;
      inTurn += text.length;
      most = Math.max(most, inTurn);
    });
    for (let at = 0; at < COUNT; at += 1) server.send(`${at} ${MESSAGE}`);
    while (taken < COUNT) {
      await new Promise((resolve) => setImmediate(resolve));
      inTurn = 0;
    }
    expect(inOrder).toBe(true);
    expect(most).toBeLessThanOrEqual(TURN);
  });

  it('waits while it is held, also where its turn was over, and can still be closed', async () => {
    const { client, server } = await ends();
    let taken = 0;
    client.onMessage(() => {
      taken += 1;
      if (taken === 100) client.hold(true);
    });
    for (let at = 0; at < COUNT; at += 1) server.send(MESSAGE);
    await until(() => taken === 100);
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(taken).toBe(100);
    client.hold(false);
    await until(() => taken > 1000);
    server.onMessage(() => {});
    const closed = new Promise((resolve) => server.onClose(resolve));
    client.close();
    await closed;
  });
});
