import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { type BrowserSocket, webSocketTransport } from '../../src/rpc/web-socket.ts';

const servers: WebSocketServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** A real connection; `ws` has the interface of browsers as well as its own. */
async function connected() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  servers.push(server);
  await once(server, 'listening');
  const accepted = once(server, 'connection');
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const transport = webSocketTransport(socket as unknown as BrowserSocket);
  await once(socket, 'open');
  const [far] = (await accepted) as [WebSocket];
  return { transport, far };
}

/** A ping is answered after what was sent before it has come. */
async function allArrived(far: WebSocket): Promise<void> {
  far.ping();
  await once(far, 'pong');
}

describe('webSocketTransport', () => {
  it('carries texts both ways, and loses none that came before the listener', async () => {
    const { transport, far } = await connected();
    const heard = once(far, 'message');
    transport.send('there');
    expect(String((await heard)[0])).toBe('there');
    far.send('one');
    far.send('two');
    await allArrived(far);
    const seen: string[] = [];
    transport.onMessage((text) => seen.push(text));
    await expect.poll(() => seen).toEqual(['one', 'two']);
  });

  it('keeps messages while it is held', async () => {
    const { transport, far } = await connected();
    const seen: string[] = [];
    transport.onMessage((text) => seen.push(text));
    transport.hold(true);
    far.send('later');
    far.send('still later');
    await allArrived(far);
    expect(seen).toEqual([]);
    transport.hold(false);
    await expect.poll(() => seen).toEqual(['later', 'still later']);
  });

  it('tells why it was closed, also to who asks later', async () => {
    const { transport, far } = await connected();
    const why = new Promise((resolve) => transport.onClose(resolve));
    far.close(4012, 'signed out');
    expect(await why).toEqual({ code: 4012, reason: 'signed out', clean: true });
    await expect(new Promise((resolve) => transport.onClose(resolve))).resolves.toMatchObject({ code: 4012 });
    transport.send('into nothing');
  });
});
