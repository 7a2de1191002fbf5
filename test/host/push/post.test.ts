/** What servers do with a notice: each way ends within the time limit, with what happened. */

import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { post } from '../../../src/host/push/post.ts';

const servers: (() => void)[] = [];
afterEach(() => {
  for (const close of servers.splice(0)) close();
});

/** A server that does this with each connection that has sent something. */
async function serve(does: (socket: Socket) => void): Promise<URL> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => does(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('there is no port');
  return new URL(`http://127.0.0.1:${bound.port}/`);
}

const letter = (url: URL) => () => ({ url, headers: {}, body: 'hello' });
const head = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n';

test.each<[string, (socket: Socket) => void, object]>([
  ['says nothing', () => {}, { ok: false, says: 'no answer in 0.5 seconds' }],
  ['closes the connection', (socket) => socket.destroy(), { ok: false }],
  ['answers with something else', (socket) => socket.end('SSH-2.0-x\r\n'), { ok: false }],
  [
    'takes the connection for another protocol',
    (socket) => socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n'),
    { ok: false },
  ],
  [
    'goes on for ever',
    (socket) => void setInterval(() => socket.write('HTTP/1.1 102 P\r\n\r\n'), 20).unref(),
    { ok: false },
  ],
  ['answers', (socket) => socket.end(`${head}fine.`), { ok: true, status: 200 }],
  ['breaks off its answer', (socket) => socket.end(`${head}fi`), { ok: true, status: 200 }],
])('a server that %s ends a notice with what happened', async (_name, does, outcome) => {
  expect(await post(letter(await serve(does)), 500)).toMatchObject(outcome);
});

test('an answer without an end has the time of the whole exchange', async () => {
  const url = await serve((socket) => void socket.write(`${head}fi`));
  expect(await post(letter(url), 500)).toEqual({ ok: false, says: 'no answer in 0.5 seconds' });
});

test('what is wrong with the notice itself is told as what happened', async () => {
  const write = () => {
    throw new URIError('URI malformed');
  };
  expect(await post(write)).toEqual({ ok: false, says: 'URI malformed' });
  const url = new URL('http://127.0.0.1:1/');
  expect(await post(() => ({ url, headers: { Title: 'a\nb' }, body: '' }))).toMatchObject({ ok: false });
});
