import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HandClock } from '../support/hand-clock.ts';
import { MemoryHost, marks, type RawClient, type Seen, settled } from '../support/memory-host.ts';
import { removeFolder } from '../support/remove-folder.ts';

const T = 'ahp-terminal:/build-1';
const ROOT = 'ahp-root://';

let state = '';
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'cotty-resume-'));
});
afterEach(() => removeFolder(state));

type Scene = { readonly host: MemoryHost; readonly client: RawClient };

async function start(clean = false): Promise<Scene> {
  const host = await MemoryHost.start({ record: { folder: state, clean } });
  return { host, client: await host.connect('m', { writer: 'user:mara', screens: true }) };
}

/** In which a command has ended and another one runs. */
async function busy(params: Seen = {}): Promise<Scene> {
  const scene = await start();
  const { host, client } = scene;
  await client.createTerminal(T, { name: 'build', cwd: 'file:///tmp', cols: 100, rows: 30, ...params });
  await client.dispatch(T, { type: 'terminal/input', data: 'make\r' });
  host.pty.print(`${marks.prompt}$ ${marks.start('make')}one\r\n${marks.end(2)}${marks.prompt}$ `);
  host.pty.print(`${marks.start('sleep 99')}so far\r\n`);
  host.clock.pass(10);
  return scene;
}

async function terminals(client: RawClient): Promise<Seen[]> {
  const { state: root } = await client.subscribe(ROOT);
  return root['terminals'] as Seen[];
}

async function content(client: RawClient): Promise<Seen[]> {
  return (await client.subscribe(T)).state['content'] as Seen[];
}

const metaOf = (seen: Seen | undefined) => (seen?.['_meta'] as Record<string, Seen> | undefined)?.['x-cotty'];

/** What the disk has been told of; bounded by the test's own time limit. */
async function until(seen: () => boolean): Promise<void> {
  while (!seen()) await new Promise((resolve) => setImmediate(resolve));
}

describe('a host that is asked for a terminal', () => {
  it('has written down what it is before it answers', async () => {
    const { host, client } = await start();
    await client.createTerminal(T, { name: 'build' });
    const [folder = ''] = readdirSync(join(state, 'terminals'));
    const meta = readFileSync(join(state, 'terminals', folder, 'meta.json'), 'utf8');
    expect(JSON.parse(meta)).toMatchObject({ uri: T, name: 'build', state: 'open' });
    await host.host.close();
  });

  it('answers although it cannot be written down', async () => {
    const { host, client } = await start();
    writeFileSync(join(state, 'terminals'), 'in the way');
    await client.createTerminal(T, { name: 'build' });
    expect(await terminals(client)).toMatchObject([{ title: 'build' }]);
    await host.host.close();
  });
});

describe('a host that starts after another one', () => {
  it('brings its terminals back: name, folder, size, holder and blocks, over a fresh shell', async () => {
    const first = await busy();
    await first.host.host.close();
    const { host, client } = await start();
    expect(host.pty.options).toMatchObject({ cwd: '/tmp', cols: 100, rows: 30 });
    expect(await terminals(client)).toMatchObject([
      {
        resource: T,
        title: 'build',
        lifecycle: { status: 'running' },
        claim: { kind: 'client', clientId: 'm' },
      },
    ]);
    expect((await content(client)).filter(({ type }) => type === 'command')).toMatchObject([
      {
        commandId: 'cmd-1',
        commandLine: 'make',
        output: 'one\r\n',
        isComplete: true,
        exitCode: 2,
        _meta: { 'x-cotty': { writer: 'user:mara', cols: 100 } },
      },
      {
        commandId: 'cmd-2',
        commandLine: 'sleep 99',
        output: 'so far\r\n',
        isComplete: true,
        _meta: { 'x-cotty': { killedByRestart: true } },
      },
    ]);
    await host.host.close();
  });

  it('offers the command that was cut off, runs nothing by itself, and forgets it with the next one', async () => {
    const first = await busy();
    await first.host.host.close();
    const { host, client } = await start();
    expect(metaOf((await terminals(client))[0])).toMatchObject({
      interrupted: { commandId: 'cmd-2', commandLine: 'sleep 99' },
    });
    expect(host.pty.input).toBe('');
    host.pty.print(`${marks.prompt}$ ${marks.start('ls')}`);
    expect((await content(client)).at(-1)).toMatchObject({ commandId: 'cmd-3', commandLine: 'ls' });
    expect(metaOf((await terminals(client))[0])).not.toHaveProperty('interrupted');
    await host.host.close();
  });

  it('draws the screen of nobody who replays: what the old programs had switched on is off', async () => {
    const first = await busy();
    first.host.pty.print('\x1b[?1049h\x1b[?1000hfull screen');
    await first.host.host.close();
    const { client, host } = await start();
    const last = (await content(client)).at(-1);
    expect(last).toMatchObject({ type: 'unclassified', value: expect.stringContaining('\x1b[?1049l') });
    await host.host.close();
  });

  it.each([
    ['closed', (client: RawClient) => client.request('disposeTerminal', { channel: T })],
    ['parked', (client: RawClient) => client.request('x-cotty/parkTerminal', { channel: T })],
  ])('does not bring back what the user had %s', async (_what, close) => {
    const first = await busy();
    await close(first.client);
    await first.host.host.close();
    const { host, client } = await start();
    expect(await terminals(client)).toEqual([]);
    await host.host.close();
  });

  it('brings back what was parked and restored', async () => {
    const first = await busy();
    await first.client.request('x-cotty/parkTerminal', { channel: T });
    await first.client.request('x-cotty/restoreTerminal', { channel: T });
    await first.host.host.close();
    const { host, client } = await start();
    expect(await terminals(client)).toHaveLength(1);
    await host.host.close();
  });

  it.each([
    [{ code: 0 }, 0],
    [{ code: 1 }, 0],
    [{ signal: 1 }, 1],
    [{ signal: 15 }, 1],
  ] as const)('after %j of a shell brings %i terminals back', async (exit, count) => {
    const first = await busy();
    first.host.pty.exit(exit);
    await first.host.host.close();
    const { host, client } = await start();
    expect(await terminals(client)).toHaveLength(count);
    await host.host.close();
  });

  it('starts a shell in place of a program, and offers the program', async () => {
    const first = await start();
    await first.client.createTerminal(T, { _meta: { 'x-cotty': { command: ['printf', 'a b'] } } });
    await first.host.host.close();
    const { host, client } = await start();
    expect(host.pty.options.file).toBe('/bin/bash');
    expect(metaOf((await terminals(client))[0])).toMatchObject({
      interrupted: { commandLine: "printf 'a b'" },
    });
    await host.host.close();
  });

  it('goes to the nearest folder where its own is gone, says it, and to the usual shell where that one is', async () => {
    const gone = join(state, 'gone');
    mkdirSync(gone);
    const first = await busy({ cwd: `file://${gone}` });
    await first.host.host.close();
    removeFolder(gone);
    const { host, client } = await start();
    expect(host.pty.options.cwd).toBe(state);
    expect(JSON.stringify((await client.subscribe(T)).state)).toContain(
      `cotty: ${gone}: does not exist; started in ${state} instead`,
    );
    await host.host.close();
  });

  it('keeps a name the user gave against programs, and lets programs name the others', async () => {
    const first = await start();
    await first.client.createTerminal(T);
    await first.client.dispatch(T, { type: 'terminal/titleChanged', title: 'mine' });
    await first.host.host.close();
    const { host, client } = await start();
    host.pty.print('\x1b]2;theirs\x07');
    host.clock.pass(500);
    expect(await terminals(client)).toMatchObject([{ title: 'mine' }]);
    await host.host.close();
  });

  it('told to start clean brings nothing back and archives what there is', async () => {
    const first = await busy();
    await first.host.host.close();
    const { host, client } = await start(true);
    expect(await terminals(client)).toEqual([]);
    await host.host.close();
    const [archived = ''] = readdirSync(join(state, 'archive'));
    const [folder = ''] = readdirSync(join(state, 'archive', archived));
    expect(readdirSync(join(state, 'archive', archived, folder))).toContain('ledger.jsonl');
  });

  it('does not serve beside another host that records there', async () => {
    const first = await busy();
    const clock = new HandClock();
    let outcome: string | undefined;
    MemoryHost.start({ record: { folder: state }, clock }).then(
      () => {
        outcome = 'serves';
      },
      (error: Error) => {
        outcome = error.message;
      },
    );
    await until(() => {
      clock.pass(100);
      return outcome !== undefined;
    });
    expect(outcome).toBe(`a host is already running (process ${process.pid})`);
    await first.host.host.close();
  });
});

describe('recording', () => {
  const folder = () => join(state, 'terminals', readdirSync(join(state, 'terminals'))[0] ?? '');

  it('is for nobody else to read', async () => {
    const { host } = await busy();
    await host.host.close();
    expect(statSync(state).mode & 0o777).toBe(0o700);
    expect(statSync(folder()).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder())) expect(statSync(join(folder(), name)).mode & 0o777).toBe(0o600);
  });

  it('has the output of a running command on disk within its time', async () => {
    const { host } = await busy();
    await until(() =>
      readdirSync(state, { recursive: true, encoding: 'utf8' }).some((name) => name.endsWith('meta.json')),
    );
    const running = join(folder(), 'running.json');
    host.clock.pass(250);
    await until(() => statSync(running, { throwIfNoEntry: false }) !== undefined);
    expect(JSON.parse(readFileSync(running, 'utf8'))).toMatchObject({ seq: 2, head: 'so far\r\n' });
    await host.host.close();
  });

  it('goes on by itself after trouble; until then the list of terminals says so', async () => {
    const { host, client } = await start();
    writeFileSync(join(state, 'terminals'), 'in the way');
    await client.createTerminal(T);
    const off = async () => metaOf((await terminals(client))[0])?.['recording'];
    await until(() => host.logged.length > 0);
    expect(host.logged[0]).toContain('cannot be written');
    expect(await off()).toMatchObject({ off: expect.stringContaining('not recorded') });
    const unrecorded = async () => (await client.request('x-cotty/status', { channel: ROOT }))['unrecorded'];
    expect(await unrecorded()).toEqual({ terminals: 1, why: expect.stringContaining('terminals') });
    host.pty.print(`${marks.prompt}$ ${marks.start('make')}${marks.end(0)}`);
    await settled();
    rmSync(join(state, 'terminals'));
    await until(() => {
      host.clock.pass(1000);
      return host.logged.length > 1;
    });
    expect(await off()).toBeUndefined();
    expect(await unrecorded()).toBeUndefined();
    await host.host.close();
    expect(readFileSync(join(folder(), 'ledger.jsonl'), 'utf8')).toContain('"cmd":"make"');
  });

  it('writes nothing for a host that was not told where', async () => {
    const host = await MemoryHost.start();
    const client = await host.connect('m');
    await client.createTerminal(T);
    await host.host.close();
    expect(readdirSync(state)).toEqual([]);
  });
});
