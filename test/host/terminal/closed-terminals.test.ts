import { mkdtempSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryHost, marks, type RawClient, type Seen } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/build-1';
const ROOT = 'ahp-root://';
const MINUTES = 60_000;

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-parking-'));
});
afterEach(() => removeFolder(folder));

const start = (limits = {}) => MemoryHost.start({ record: { folder }, limits });

async function listed(client: RawClient): Promise<unknown[]> {
  const { state } = await client.subscribe(ROOT);
  return (state['terminals'] as Seen[]).map(({ resource }) => resource);
}

describe('an exited terminal', () => {
  async function exited(limits = {}): Promise<{ readonly host: MemoryHost; readonly client: RawClient }> {
    const host = await start(limits);
    const client = await host.connect('m', { writer: 'user:mara' });
    await client.createTerminal(T);
    host.pty.print('last words');
    host.pty.exit({ code: 3 });
    return { host, client };
  }

  it('leaves the list after five minutes, and is gone after five more', async () => {
    const { host, client } = await exited();
    host.clock.pass(5 * MINUTES - 1);
    expect(await listed(client)).toEqual([T]);
    host.clock.pass(1);
    expect(await listed(client)).toEqual([]);
    expect((await client.subscribe(T)).state).toMatchObject({ lifecycle: { status: 'exited' } });
    host.clock.pass(5 * MINUTES);
    await expect(client.subscribe(T)).rejects.toMatchObject({ message: `there is no ${T}` });
    await host.host.close();
  });

  /** Parked after its shell had ended a command and has exited. */
  async function closed(): Promise<{ readonly host: MemoryHost; readonly client: RawClient }> {
    const host = await start();
    const client = await host.connect('m', { writer: 'user:mara' });
    await client.createTerminal(T, { name: 'build', cwd: 'file:///tmp', cols: 100, rows: 30 });
    host.pty.print(`${marks.prompt}$ ${marks.start('make')}one\r\n${marks.end(2)}${marks.prompt}$ `);
    host.pty.exit({ code: 0 });
    await client.request('x-cotty/parkTerminal', { channel: T });
    return { host, client };
  }

  it('begins anew when it is brought back: a new shell in its folder, below what ran there', async () => {
    const { host, client } = await closed();
    await client.request('x-cotty/restoreTerminal', { channel: T });
    expect(await listed(client)).toEqual([T]);
    expect(host.ptys).toHaveLength(2);
    expect(host.pty.options).toMatchObject({ file: '/bin/bash', cwd: '/tmp', cols: 100, rows: 30 });
    const { state } = await client.subscribe(T);
    expect(state).toMatchObject({
      title: 'build',
      lifecycle: { status: 'running' },
      content: [{ commandLine: 'make', output: 'one\r\n', exitCode: 2 }, { type: 'unclassified' }],
    });
    host.pty.print(`${marks.prompt}$ ${marks.start('ls')}`);
    expect((await client.subscribe(T)).state['content']).toContainEqual(
      expect.objectContaining({ commandId: 'cmd-2', commandLine: 'ls' }),
    );
    host.clock.pass(20 * MINUTES);
    expect(await listed(client)).toEqual([T]);
    await host.host.close();
  });

  it('that has begun anew is brought back by the next host, too', async () => {
    const { host, client } = await closed();
    await client.request('x-cotty/restoreTerminal', { channel: T });
    await host.host.close();
    const next = await start();
    expect(next.ptys).toHaveLength(1);
    await next.host.close();
  });

  it('begins anew also when it has left the list by itself', async () => {
    const { host, client } = await exited();
    host.clock.pass(6 * MINUTES);
    await client.request('x-cotty/restoreTerminal', { channel: T });
    expect((await client.subscribe(T)).state).toMatchObject({ lifecycle: { status: 'running' } });
    await host.host.close();
  });

  it('cannot begin anew where nothing is recorded, and says so; it can still be read', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('m', { writer: 'user:mara' });
    await client.createTerminal(T, { name: 'build' });
    host.pty.exit({ code: 0 });
    await client.request('x-cotty/parkTerminal', { channel: T });
    await expect(client.request('x-cotty/restoreTerminal', { channel: T })).rejects.toMatchObject({
      message: 'the shell of build has exited, and nothing is recorded of it',
    });
    expect((await client.subscribe(T)).state).toMatchObject({ lifecycle: { status: 'exited' } });
    await host.host.close();
  });

  it('stays as long as the host was told', async () => {
    const { host, client } = await exited({ exitedSeconds: 1 });
    host.clock.pass(1000);
    expect(await listed(client)).toEqual([]);
    await host.host.close();
  });

  it('that was disposed of leaves nothing to wake up for', async () => {
    const { host, client } = await exited();
    await client.request('disposeTerminal', { channel: T });
    host.clock.pass(20 * MINUTES);
    await client.createTerminal(T);
    host.clock.pass(20 * MINUTES);
    expect(await listed(client)).toEqual([T]);
    await host.host.close();
  });
});

describe('disposeTerminal with purge', () => {
  const purge = { _meta: { 'x-cotty': { purge: true } } };
  const session = (name: string) => ({
    claim: { kind: 'session', session: `ahp-session:/${name}`, chat: 'ahp-chat:/1' },
  });
  const records = () => readdirSync(join(folder, 'terminals'));

  it('deletes the record, once the processes have ended', async () => {
    const host = await start();
    const client = await host.connect('m', { writer: 'user:mara' });
    await client.createTerminal('ahp-terminal:/other');
    await client.createTerminal(T);
    await until(() => records().length === 2);
    let release = () => {};
    host.pty.holdEnd = new Promise((resolve) => {
      release = resolve;
    });
    const purged = client.request('disposeTerminal', { channel: T, ...purge });
    await until(() => host.pty.ended);
    expect(records()).toHaveLength(2);
    release();
    expect(await purged).toBeNull();
    expect(records()).toEqual([expect.stringMatching(/^other-/)]);
    await host.host.close();
  });

  it('is for agents where they made the terminal, not where they only hold it, and says so', async () => {
    const host = await start();
    const mara = await host.connect('m', { writer: 'user:mara' });
    const ada = await host.connect('a', { writer: 'agent:ada' });
    const bob = await host.connect('b', { writer: 'agent:bob' });
    await ada.createTerminal('ahp-terminal:/1', session('ada'));
    await mara.createTerminal('ahp-terminal:/2', session('bob'));
    await ada.createTerminal('ahp-terminal:/3', session('ada'));
    await ada.dispatch('ahp-terminal:/3', { type: 'terminal/claimed', ...session('bob') });
    expect(await ada.request('disposeTerminal', { channel: 'ahp-terminal:/1', ...purge })).toBeNull();
    const others = {
      'ahp-terminal:/2': 'user:mara made this terminal: agents can only close terminals that agents made',
      'ahp-terminal:/3':
        "the record of ahp-terminal:/3 is not agent bob's to delete: agent:ada made this terminal",
    };
    for (const [channel, message] of Object.entries(others)) {
      const asked = bob.request('disposeTerminal', { channel, ...purge });
      await expect(asked).rejects.toMatchObject({ code: -32009, message });
    }
    expect(await listed(mara)).toEqual(['ahp-terminal:/2', 'ahp-terminal:/3']);
    await mara.request('disposeTerminal', { channel: 'ahp-terminal:/2', ...purge });
    await mara.request('disposeTerminal', { channel: 'ahp-terminal:/3', ...purge });
    expect(records()).toEqual([]);
    await host.host.close();
  });

  it('says that there is no such terminal, unlike without it', async () => {
    const host = await start();
    const client = await host.connect('m', { writer: 'user:mara' });
    expect(await client.request('disposeTerminal', { channel: T })).toBeNull();
    await expect(client.request('disposeTerminal', { channel: T, ...purge })).rejects.toMatchObject({
      message: `there is no ${T}`,
    });
    await expect(
      client.request('disposeTerminal', { channel: T, _meta: { 'x-cotty': { purge: 'yes' } } }),
    ).rejects.toMatchObject({ code: -32602 });
    await host.host.close();
  });
});

describe('x-cotty/status', () => {
  it('tells which agents are connected, since when, and what they hold', async () => {
    const host = await start();
    const mara = await host.connect('m', { writer: 'user:mara' });
    host.clock.pass(7000);
    const ada = await host.connect('a', { writer: 'agent:ada' });
    await host.connect('b', { writer: 'agent:bob' });
    await ada.createTerminal(T, {
      claim: { kind: 'session', session: 'ahp-session:/ada', chat: 'ahp-chat:/1' },
    });
    await mara.createTerminal('ahp-terminal:/2');
    expect((await mara.request('x-cotty/status'))['agents']).toEqual([
      { handle: 'ada', since: 1_007_000, holds: [T] },
      { handle: 'bob', since: 1_007_000, holds: [] },
    ]);
    await host.host.close();
  });
});

/** What the disk has been told of; bounded by the test's own time limit. */
async function until(seen: () => boolean): Promise<void> {
  while (!holds(seen)) await new Promise((resolve) => setImmediate(resolve));
}

function holds(seen: () => boolean): boolean {
  try {
    return seen();
  } catch {
    // The folder is not there yet.
    return false;
  }
}
