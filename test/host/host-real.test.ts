import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Client, HostClient, type TerminalMirror } from '../../src/client/client.ts';
import { hostAt } from '../../src/client/host-at.ts';
import { type Host, startHost } from '../../src/host/host.ts';
import { runtimeFolder, socketPath } from '../../src/host/listener/socket-path.ts';
import type { CreateMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import type { TerminalState } from '../../src/protocol/terminal/state.ts';
import { isRunning } from '../support/is-running.ts';
import { removeFolder } from '../support/remove-folder.ts';

const T = 'ahp-terminal:/1';
const program = (name: string) => fileURLToPath(new URL(`../../fixtures/programs/${name}`, import.meta.url));

let root = '';
let socket = '';
let hosts: Host[] = [];
let clients: Client[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cotty-host-'));
  const folder = runtimeFolder({ COTTY_RUNTIME_DIR: join(root, 'run') });
  if (!folder.ok) throw new Error(folder.error);
  socket = socketPath(folder.path);
  writeFileSync(join(root, '.bashrc'), "PS1='$ '\n");
});

afterEach(async () => {
  for (const client of clients) client.close();
  await Promise.all(hosts.map((host) => host.close()));
  hosts = [];
  clients = [];
  removeFolder(root);
});

async function start(): Promise<Host> {
  const env = { HOME: root, SHELL: '/bin/bash', PATH: process.env['PATH'], LANG: 'C.UTF-8' };
  const host = await startHost({ listen: { socket }, env, version: '1.2.3' });
  hosts.push(host);
  return host;
}

async function joinAs(clientId: string): Promise<Client> {
  const client = await HostClient.open({
    ...hostAt({ url: `unix:${socket}` }),
    clientId,
    meta: { writer: 'user:mara', screens: true },
  });
  clients.push(client);
  return client;
}

async function open(client: Client, create?: CreateMeta): Promise<TerminalMirror> {
  const claim = { kind: 'client', clientId: 'a' } as const;
  const meta = create === undefined ? {} : { _meta: { 'x-cotty': create } };
  await client.createTerminal({ channel: T, claim, ...meta });
  return client.subscribe(T);
}

function until(mirror: TerminalMirror, holds: (state: TerminalState) => boolean): Promise<TerminalState> {
  return new Promise((resolve) => {
    const stop = mirror.onChange((state) => check(state));
    const check = (state: TerminalState) => {
      if (!holds(state)) return;
      stop();
      resolve(state);
    };
    check(mirror.state);
  });
}

const commands = ({ content }: TerminalState) => content.filter((part) => part.type === 'command');
const text = ({ content }: TerminalState) =>
  content.map((part) => (part.type === 'command' ? part.output : part.value)).join('');

describe('a host at its socket', () => {
  it('is there for its user alone, and leaves nothing behind but the freed lock', async () => {
    const host = await start();
    expect(host.socket).toBe(socket);
    expect(statSync(socket).mode & 0o777).toBe(0o600);
    expect((await (await joinAs('a')).cotty.status()).socket).toBe(socket);
    await host.close();
    await host.close();
    expect(existsSync(socket)).toBe(false);
    expect(readdirSync(join(root, 'run'))).toEqual(['host.lock.1']);
    await start();
  });

  it('is the only one', async () => {
    await start();
    await expect(start()).rejects.toMatchObject({
      name: 'StartError',
      why: 'running',
      message: `a host is already running (process ${process.pid})`,
    });
    expect((await (await joinAs('a')).cotty.status()).clients).toBe(1);
  });

  it('is the only one also of several that start at once', async () => {
    const outcomes = await Promise.allSettled([start(), start(), start(), start()]);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await (await joinAs('a')).cotty.status()).pid).toBe(process.pid);
  });

  it('takes the place of a dead one, whatever that left', async () => {
    writeFileSync(join(root, 'run', 'host.lock.3'), JSON.stringify({ pid: process.pid, start: 'long ago' }));
    const code = `require('net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 9))`;
    spawnSync(process.execPath, ['-e', code]);
    expect(statSync(socket).isSocket()).toBe(true);
    await start();
    expect((await (await joinAs('a')).cotty.status()).pid).toBe(process.pid);
  });

  it('waits for one that is just ending', async () => {
    const first = await start();
    await open(await joinAs('a'), { command: [process.execPath, program('stubborn.mjs')] });
    const ending = first.close();
    const second = await start();
    await ending;
    expect(second.socket).toBe(socket);
  });
});

describe('a real shell in a host', () => {
  it('has its commands told with their output and exit codes', async () => {
    await start();
    const client = await joinAs('a');
    const mirror = await open(client);
    await until(mirror, (state) => text(state).includes('$ '));
    for (const line of ['echo one', '(exit 3)', 'cd /usr', 'true']) {
      const before = commands(mirror.state).length;
      client.dispatch(T, { type: 'terminal/input', data: `${line}\r` });
      await until(mirror, (state) => commands(state).filter(({ isComplete }) => isComplete).length > before);
    }
    expect(commands(mirror.state)).toMatchObject([
      {
        commandLine: 'echo one',
        output: 'one\r\n',
        exitCode: 0,
        _meta: { 'x-cotty': { writer: 'user:mara' } },
      },
      { commandLine: '(exit 3)', output: '', exitCode: 3 },
      { commandLine: 'cd /usr', exitCode: 0 },
      { commandLine: 'true', exitCode: 0, _meta: { 'x-cotty': { cwd: 'file:///usr' } } },
    ]);
    expect(mirror.state.cwd).toBe('file:///usr');
    client.dispatch(T, { type: 'terminal/input', data: 'exit 7\r' });
    const state = await until(mirror, ({ lifecycle }) => lifecycle.status === 'exited');
    expect(state.lifecycle).toEqual({ status: 'exited', exitCode: 7 });
    expect(commands(state).at(-1)).toMatchObject({ commandLine: 'exit 7', isComplete: true });
  });

  it('has every byte of a program that exits at once before its exit', async () => {
    await start();
    const mirror = await open(await joinAs('a'), {
      command: [process.execPath, program('print.mjs'), '65536', '9'],
    });
    const state = await until(mirror, ({ lifecycle }) => lifecycle.status === 'exited');
    expect(state.lifecycle).toEqual({ status: 'exited', exitCode: 9 });
    expect(text(state).replaceAll('\r\n', '\n')).toHaveLength(65_536);
  });

  it('has its secrets noticed', async () => {
    await start();
    const client = await joinAs('a');
    const mirror = await open(client);
    await until(mirror, (state) => text(state).includes('$ '));
    client.dispatch(T, { type: 'terminal/input', data: 'read -rsp Secret: x\r' });
    await expect
      .poll(() => client.root.state.terminals?.[0]?._meta)
      .toMatchObject({ 'x-cotty': { echoOff: true } });
    client.dispatch(T, { type: 'terminal/input', data: 'abc\r' });
    await until(mirror, (state) => commands(state)[0]?.isComplete === true);
    await expect
      .poll(() => client.root.state.terminals?.[0]?._meta)
      .not.toMatchObject({ 'x-cotty': { echoOff: true } });
    expect(text(mirror.state)).not.toContain('abc');
  });

  it('is interrupted at once although half a million questions were printed to it', async () => {
    await start();
    const client = await joinAs('a');
    const mirror = await open(client);
    await until(mirror, (state) => text(state).includes('$ '));
    const questions = join(root, 'questions');
    writeFileSync(questions, '\x1b[c'.repeat(500_000));
    // The program that is interrupted prints the word itself: a bash that forks for its next command can miss a Ctrl+C.
    client.dispatch(T, {
      type: 'terminal/input',
      data: `cat ${questions}; sh -c 'echo prin""ted; exec cat'\r`,
    });
    await until(mirror, (state) => text(state).includes('printed'));
    client.dispatch(T, { type: 'terminal/input', data: '\x03' });
    const state = await until(mirror, (now) => commands(now)[0]?.isComplete === true);
    expect(commands(state)[0]).toMatchObject({ exitCode: 130 });
  });

  it('is ended with everything in it when the host is', async () => {
    const host = await start();
    const client = await joinAs('a');
    const mirror = await open(client);
    await until(mirror, (state) => text(state).includes('$ '));
    client.dispatch(T, { type: 'terminal/input', data: 'sleep 1000 & sleep 1001\r' });
    const state = await until(mirror, (now) => /\[1\] \d+/.test(text(now)));
    const pid = Number(/\[1\] (\d+)/.exec(text(state))?.[1]);
    expect(isRunning(pid)).toBe(true);
    await host.close();
    expect(isRunning(pid)).toBe(false);
  });
});
