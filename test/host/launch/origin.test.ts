import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cottyMeta } from '../../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { MemoryHost, type RawClient, type Seen } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/build-1';
const ADA = 'ahp-session:/ada';

let folder = '';
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'cotty-origin-')));
});
afterEach(() => removeFolder(folder));

const start = () => MemoryHost.start({ record: { folder: join(folder, 'state') } });

async function metaOf(client: RawClient): Promise<Partial<TerminalMeta>> {
  const { state } = await client.subscribe(T);
  return cottyMeta<TerminalMeta>(state['_meta'] as Seen);
}

function metaFile(): string {
  const terminals = join(folder, 'state', 'terminals');
  return readFileSync(join(terminals, readdirSync(terminals)[0] ?? '', 'meta.json'), 'utf8');
}

const byAda = { claim: { kind: 'session', session: ADA, chat: 'ahp-chat:/1' } };

describe('what a terminal says of its origin', () => {
  it('is who made it, when and what for, whoever holds it later, and after a restart', async () => {
    const first = await start();
    const ada = await first.connect('a', { writer: 'agent:ada' });
    await ada.createTerminal(T, { ...byAda, _meta: { 'x-cotty': { purpose: ' dev server ' } } });
    const origin = { createdBy: 'agent:ada', created: 1_000_000, purpose: 'dev server' };
    expect(await metaOf(ada)).toMatchObject(origin);
    first.clock.pass(5000);
    const mara = await first.connect('m', { writer: 'user:mara' });
    await mara.dispatch(T, {
      type: 'terminal/claimed',
      claim: { kind: 'client', clientId: 'm' },
      _meta: { 'x-cotty': { takeOverFrom: ADA } },
    });
    expect(await metaOf(mara)).toMatchObject({ ...origin, holder: { name: 'mara' } });
    await first.host.close();
    const second = await start();
    second.clock.pass(60_000);
    expect(await metaOf(await second.connect('m', { writer: 'user:mara' }))).toMatchObject(origin);
    // Still an agent's: its shell is as quiet as before.
    expect(second.pty.options.env).toMatchObject({ PAGER: 'cat', COTTY_AGENT: 'ada' });
    await second.host.close();
  });

  it('says nothing of a client that does not say who it is', async () => {
    const host = await start();
    const client = await host.connect('c');
    await client.createTerminal(T);
    expect(await metaOf(client)).not.toHaveProperty('createdBy');
    await host.host.close();
  });
});

describe('the environment a terminal was made with', () => {
  it('is there again after a restart, but for what may be a secret: that is not written down', async () => {
    const env = {
      PORT: '5173',
      NODE_ENV: 'test',
      DB_PASSWORD: '$x',
      URL: 'http://u:pw@h/',
      PAT: `ghp_${'a'.repeat(36)}`,
    };
    const first = await start();
    const mara = await first.connect('m', { writer: 'user:mara' });
    await mara.createTerminal(T, { _meta: { 'x-cotty': { env } } });
    expect(first.pty.options.env).toMatchObject(env);
    await first.host.close();
    expect(metaFile()).toContain('5173');
    for (const secret of ['$x', 'pw@', 'ghp_']) expect(metaFile()).not.toContain(secret);
    const second = await start();
    expect(second.pty.options.env).toMatchObject({ PORT: '5173', NODE_ENV: 'test' });
    for (const name of ['DB_PASSWORD', 'URL', 'PAT']) expect(second.pty.options.env).not.toHaveProperty(name);
    await second.host.close();
  });
});

describe('a client with a root folder', () => {
  const rooted = async (host: MemoryHost) =>
    host.connect('a', { writer: 'agent:ada', root: join(folder, 'app') });

  beforeEach(() => {
    mkdirSync(join(folder, 'app', 'src'), { recursive: true });
    mkdirSync(join(folder, 'app-two'));
    symlinkSync(join(folder, 'app-two'), join(folder, 'app', 'out'));
    symlinkSync(join(folder, 'app', 'src'), join(folder, 'in'));
  });

  it('starts terminals in it: the root itself, below it, and through a link that leads there', async () => {
    const host = await start();
    const ada = await rooted(host);
    for (const [cwd, where] of [
      [undefined, 'app'],
      ['app/src', 'app/src'],
      ['in', 'app/src'],
      ['app/src/../src', 'app/src'],
    ] as const) {
      await ada.createTerminal(`ahp-terminal:/${where}-${cwd}`, {
        ...byAda,
        ...(cwd === undefined ? {} : { cwd: join(folder, cwd) }),
      });
      expect(host.pty.options.cwd).toBe(join(folder, where));
    }
    await host.host.close();
  });

  it.each(['app-two', 'app/out', '', 'app/../app-two'])('is refused elsewhere: %s', async (cwd) => {
    const host = await start();
    const ada = await rooted(host);
    await expect(ada.createTerminal(T, { ...byAda, cwd: `${folder}/${cwd}` })).rejects.toMatchObject({
      code: -32009,
      message: expect.stringMatching(`cwd: ${folder}.* is outside the root folder ${folder}/app$`),
    });
    expect(host.ptys).toEqual([]);
    await host.host.close();
  });

  it('gets nothing where its root is not there', async () => {
    const host = await start();
    const ada = await host.connect('a', { writer: 'agent:ada', root: join(folder, 'gone') });
    await expect(ada.createTerminal(T, { ...byAda, cwd: folder })).rejects.toMatchObject({
      message: `cwd: the root folder ${folder}/gone: does not exist`,
    });
    await host.host.close();
  });

  it('has its terminals brought back inside, wherever their shells had gone', async () => {
    const first = await start();
    const ada = await rooted(first);
    await ada.createTerminal(T, byAda);
    first.pty.print(`\x1b]633;P;Cwd=${folder}/app-two;n0nce\x07`);
    expect((await ada.subscribe(T)).state).toMatchObject({ cwd: `file://${folder}/app-two` });
    await first.host.close();
    const second = await start();
    expect(second.pty.options.cwd).toBe(join(folder, 'app'));
    await second.host.close();
  });
});
