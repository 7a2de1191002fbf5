/** The socket of a host in a folder that is removed, replaced and made again while the host runs. */

import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { systemClock } from '../../../src/host/common/clock.ts';
import { lockHolder, takeLock } from '../../../src/host/common/folder-lock.ts';
import { withLimits } from '../../../src/host/common/limits.ts';
import { askHost } from '../../../src/host/listener/host-question.ts';
import { type LocalListener, openLocalListener } from '../../../src/host/listener/listeners.ts';
import { removeFolder } from '../../support/remove-folder.ts';

let root = '';
let folder = '';
let socket = '';
let logged: string[] = [];
let listener: LocalListener;
let sockets: (WebSocket | Socket)[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'cotty-local-'));
  folder = join(root, 'session', 'cotty');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  socket = join(folder, 'host.sock');
  logged = [];
  sockets = [];
  listener = await openLocalListener({
    socket,
    spareFolder: join(root, 'spare'),
    state: join(root, 'state'),
    id: 'me',
    clock: systemClock,
    limits: withLimits(),
    log: (message) => logged.push(message),
    onTransport: (transport) => transport.onMessage((text) => transport.send(`echo ${text}`)),
  });
});
afterEach(async () => {
  for (const one of sockets) one instanceof WebSocket ? one.terminate() : one.destroy();
  await listener.close();
  listener.release();
  removeFolder(root);
});

async function enter(path = listener.socket): Promise<(text: string) => Promise<string>> {
  const ws = new WebSocket(`ws+unix:${path}:/`);
  sockets.push(ws);
  await new Promise<void>((resolve, reject) => {
    ws.once('open', () => resolve());
    ws.once('error', reject);
  });
  return (text) => {
    const answer = new Promise<string>((resolve) => ws.once('message', (data) => resolve(String(data))));
    ws.send(text);
    return answer;
  };
}

describe('the socket of a host', () => {
  test('stays as it is while nobody touches it', async () => {
    const before = statSync(socket).ino;
    expect(await listener.check()).toBe(false);
    expect(statSync(socket).ino).toBe(before);
  });

  test('says which process it belongs to', async () => {
    expect(await askHost(socket)).toEqual({ pid: process.pid, state: join(root, 'state') });
  });

  test.each<[string, () => void]>([
    ['its folder was removed', () => rmSync(folder, { recursive: true })],
    [
      'its folder was removed and made again',
      () => {
        rmSync(folder, { recursive: true });
        mkdirSync(folder, { mode: 0o700 });
      },
    ],
    ['the socket was removed', () => rmSync(socket)],
    [
      'a file is in its place',
      () => {
        rmSync(socket);
        writeFileSync(socket, '');
      },
    ],
    ['the lock was removed', () => rmSync(join(folder, 'host.lock.1'))],
  ])('is made anew when %s; who is connected stays so', async (_what, change) => {
    const say = await enter();
    change();
    expect(await listener.check()).toBe(true);
    expect(listener.socket).toBe(socket);
    expect(await (await enter())('new')).toBe('echo new');
    expect(await say('old')).toBe('echo old');
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect(takeLock(folder, 'other')).toEqual({ ok: false, holder: process.pid });
    expect(await listener.check()).toBe(false);
    expect(logged).toEqual([`the socket was removed; listening on unix:${socket} now`]);
  });

  test('is made in the spare folder when its own cannot be made, and given back from there', async () => {
    rmSync(dirname(folder), { recursive: true });
    writeFileSync(dirname(folder), 'in the way');
    expect(await listener.check()).toBe(true);
    expect(listener.socket).toBe(join(root, 'spare', 'host.sock'));
    expect(await (await enter())('moved')).toBe('echo moved');
    await listener.close();
    listener.release();
    expect(readdirSync(join(root, 'spare'))).toEqual(['host.lock.1']);
    expect(takeLock(join(root, 'spare'), 'next').ok).toBe(true);
  });

  test('locks no folder in which it cannot be made', async () => {
    const spare = join(root, 'spare');
    mkdirSync(join(spare, 'host.sock', 'in the way'), { recursive: true, mode: 0o700 });
    chmodSync(spare, 0o700);
    rmSync(dirname(folder), { recursive: true });
    writeFileSync(dirname(folder), 'in the way');
    expect(await listener.check()).toBe(false);
    expect(lockHolder(spare)).toBeUndefined();
    rmSync(join(spare, 'host.sock'), { recursive: true });
    expect(await listener.check()).toBe(true);
    expect(lockHolder(spare)).toBe(process.pid);
  });

  test('is not made where others could replace it, and the reason is said once', async () => {
    rmSync(folder, { recursive: true });
    mkdirSync(folder, { mode: 0o777 });
    rmSync(join(root, 'spare'), { recursive: true, force: true });
    writeFileSync(join(root, 'spare'), 'in the way');
    expect(await listener.check()).toBe(false);
    expect(await listener.check()).toBe(false);
    expect(logged).toEqual([expect.stringMatching(/cannot be created again: .*is open to other users/)]);
    rmSync(folder, { recursive: true });
    expect(await listener.check()).toBe(true);
  });
});

describe('a socket that belongs to no host', () => {
  test.each<[string, (peer: Socket) => void]>([
    ['hangs up', (peer) => peer.destroy()],
    ['says something else', (peer) => peer.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]')],
    ['never ends', (peer) => peer.write(`HTTP/1.1 200 OK\r\n\r\n${'x'.repeat(100_000)}`)],
    ['says nothing', () => {}],
  ])('names no process when it %s', async (_what, answer) => {
    const path = join(root, 'other.sock');
    const server = createServer((peer) => {
      sockets.push(peer);
      peer.on('error', () => {});
      answer(peer);
    });
    await new Promise<void>((resolve) => server.listen(path, resolve));
    expect(await askHost(path)).toBeUndefined();
    server.close();
  });

  test('names none where nothing listens', async () => {
    expect(await askHost(join(root, 'nothing.sock'))).toBeUndefined();
  });
});
