/** A host that listens on a port of the loopback interface, and clients that come through it. */

import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type Client, HostClient } from '../../../src/client/client.ts';
import { hostAt } from '../../../src/client/host-at.ts';
import { type Host, startHost } from '../../../src/host/host.ts';
import type { HostOptions } from '../../../src/host/host-options.ts';
import type { NetworkOptions } from '../../../src/host/listener/network-listener.ts';
import { runtimeFolder, socketPath } from '../../../src/host/listener/socket-path.ts';
import { fakeSpawn } from '../../support/fake-pty.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/1';
const pem = (name: string) =>
  readFileSync(fileURLToPath(new URL(`../../../fixtures/tls/${name}.pem`, import.meta.url)), 'utf8');

let root = '';
let folder = '';
let logged: string[] = [];
let cleanups: (() => unknown)[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cotty-port-'));
  const made = runtimeFolder({ COTTY_RUNTIME_DIR: join(root, 'run') });
  if (!made.ok) throw new Error(made.error);
  folder = made.path;
  logged = [];
});

afterEach(async () => {
  for (const cleanup of cleanups.reverse()) await cleanup();
  cleanups = [];
  removeFolder(root);
});

async function start(
  network: Partial<NetworkOptions> = {},
  options: Partial<HostOptions> = {},
): Promise<Host> {
  const host = await startHost({
    listen: { socket: socketPath(folder), network: { host: '127.0.0.1', port: 0, ...network } },
    env: { HOME: '/', SHELL: '/bin/bash' },
    version: '1.2.3',
    spawn: fakeSpawn().spawn,
    log: (message) => logged.push(message),
    ...options,
  });
  cleanups.push(() => host.close());
  return host;
}

const tokenFile = (name = 'token') => readFileSync(join(folder, name), 'utf8').trim();

async function joinAs(clientId: string, url: string, token?: string): Promise<Client> {
  const client = await HostClient.open({
    ...hostAt({ url, token }),
    clientId,
    retry: false,
  });
  cleanups.push(() => client.close());
  return client;
}

describe('a host with a port', () => {
  it('serves who has the token, at the same terminals as those at its socket', async () => {
    const { address = '' } = await start();
    expect(address).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/);
    const near = await joinAs('near', `unix:${socketPath(folder)}`);
    const far = await joinAs('far', address, tokenFile());
    await far.createTerminal({ channel: T, claim: { kind: 'client', clientId: 'far' } });
    expect((await near.subscribe(T)).state.claim).toMatchObject({ clientId: 'far' });
    expect(await near.cotty.status()).toMatchObject({ address, clients: 2 });
  });

  it('lets the other token only watch', async () => {
    const { address = '' } = await start();
    const near = await joinAs('near', `unix:${socketPath(folder)}`);
    await near.createTerminal({ channel: T, claim: { kind: 'client', clientId: 'near' } });
    const watcher = await joinAs('w', `${address}/?tkn=${tokenFile('watch-token')}`);
    expect((await watcher.subscribe(T)).state.claim).toMatchObject({ clientId: 'near' });
    await expect(watcher.disposeTerminal(T)).rejects.toMatchObject({ code: -32009 });
    await expect(watcher.cotty.stop()).rejects.toMatchObject({ code: -32009 });
  });

  it('refuses a wrong token and a taken clientId', async () => {
    const { address = '' } = await start();
    await expect(joinAs('a', address)).rejects.toMatchObject({ status: 401 });
    await expect(joinAs('a', address, 'wrong')).rejects.toMatchObject({ status: 401 });
    await joinAs('near', `unix:${socketPath(folder)}`);
    await expect(joinAs('near', address, tokenFile())).rejects.toMatchObject({ code: -32009 });
  });

  it('lets the right token in whatever others guess, and refuses web pages and foreign names', async () => {
    const { address = '' } = await start({}, { limits: { failedTokens: 2 } });
    for (let guess = 0; guess < 2; guess += 1) {
      await expect(joinAs('a', address, `guess${guess}`)).rejects.toMatchObject({ status: 401 });
    }
    const begun = performance.now();
    await expect(joinAs('a', address, 'late')).rejects.toMatchObject({ status: 401 });
    expect(performance.now() - begun).toBeGreaterThan(900);
    await joinAs('a', address, tokenFile());
    for (const refused of [{ origin: 'http://localhost:1' }, { headers: { Host: 'evil.example' } }]) {
      const page = new WebSocket(`${address}/?tkn=${tokenFile()}`, refused);
      const status = await new Promise((resolve) => {
        page.on('unexpected-response', (_request, response) => resolve(response.statusCode));
        page.on('error', () => {});
      });
      expect(status).toBe(403);
    }
  });

  it('lets a client in while connections that say nothing try to take all places', async () => {
    const limits = { connections: 2, waitingConnections: 4 };
    const { address = '' } = await start({}, { limits });
    const port = Number(new URL(address).port);
    const silent = Array.from({ length: 200 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    cleanups.push(() => {
      for (const socket of silent) socket.destroy();
    });
    await Promise.all(silent.map((socket) => once(socket, 'connect')));
    await joinAs('a', address, tokenFile());
    await joinAs('b', address, tokenFile());
    await expect.poll(() => silent.filter((socket) => !socket.destroyed).length).toBeLessThanOrEqual(4);
    await expect(joinAs('c', address, tokenFile())).rejects.toMatchObject({ status: 503 });
  });

  it('answers plain HTTP with 426, and closes a frame beyond its limit with 1009', async () => {
    const { address = '' } = await start({}, { limits: { frameBytes: 64 * 1024 } });
    const status = await new Promise((resolve) => {
      get(address.replace('ws:', 'http:'), (response) => {
        response.resume();
        resolve(response.statusCode);
      });
    });
    expect(status).toBe(426);
    const raw = new WebSocket(address, { headers: { Authorization: `Bearer ${tokenFile()}` } });
    raw.on('open', () => raw.send('x'.repeat(64 * 1024 + 1)));
    expect(await new Promise((resolve) => raw.on('close', resolve))).toBe(1009);
  });

  it('speaks TLS with a certificate', async () => {
    const { address = '' } = await start({ tls: { cert: pem('cert'), key: pem('key') } });
    expect(address).toMatch(/^wss:/);
    const raw = new WebSocket(address, {
      ca: pem('cert'),
      headers: { Authorization: `Bearer ${tokenFile()}` },
    });
    await new Promise((resolve, reject) => {
      raw.on('open', resolve);
      raw.on('error', reject);
    });
    raw.close();
    await expect(joinAs('a', address, tokenFile())).rejects.toThrow(/self-signed certificate/);
  });

  it('says where the tokens are and never what they are, and warns beyond this machine', async () => {
    await (await start()).close();
    expect(logged).toEqual([
      expect.stringMatching(
        `^listening on ws://127.0.0.1:\\d+; token: ${folder}/token; watch-only token: ${folder}/watch-token$`,
      ),
    ]);
    const open = await start({ host: '0.0.0.0' });
    expect(logged.at(-1)).toMatch(
      /^warning: other machines can connect to ws:\/\/0\.0\.0\.0:\d+, .*not encrypted/,
    );
    await open.close();
    expect(logged.join()).not.toContain(tokenFile());
    expect(logged.join()).not.toContain(tokenFile('watch-token'));
  });

  it('does not start at all where the port is taken, and leaves its place to another', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    cleanups.push(() => other.close());
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    await expect(start({ port })).rejects.toMatchObject({
      name: 'StartError',
      why: 'place',
      message: expect.stringContaining(`cannot listen at 127.0.0.1:${port}`),
    });
    await start();
  });
});
