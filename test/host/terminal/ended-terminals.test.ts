import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MemoryHost, marks, type RawClient, type Seen } from '../../support/memory-host.ts';
import { removeFolder } from '../../support/remove-folder.ts';

const T = 'ahp-terminal:/build-1';
const MINUTES = 60_000;
const ready = `${marks.prompt}$ \x1b[?2004h\x1b]633;B;n0nce\x07`;

let folder = '';
let host: MemoryHost;
let mara: RawClient;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cotty-ended-'));
  host = await MemoryHost.start({ record: { folder }, limits: { endedTerminals: 3 } });
  mara = await host.connect('m', { writer: 'user:mara' });
});
afterEach(async () => {
  await host.host.close();
  removeFolder(folder);
});

/** A terminal in which one command has ended and another runs, until it is killed. */
async function killed(uri = T, client = mara): Promise<void> {
  await client.createTerminal(uri);
  host.pty.print(`${ready}${marks.start('make')}all made\r\n${marks.end(0)}${ready}`);
  host.pty.print(`${marks.start('make run')}it runs\r\n`);
  await client.request('disposeTerminal', { channel: uri });
}

const closed = async (): Promise<Seen[]> =>
  (await mara.request('x-cotty/closed', { all: true }))['terminals'] as Seen[];

describe('a terminal that was killed', () => {
  it('can be read for five minutes: its commands, outputs, screen and state', async () => {
    await killed();
    expect(host.pty.ended).toBe(true);
    expect(await mara.request('x-cotty/records', { channel: T, last: 2 })).toMatchObject({
      records: [
        { seq: 1, cmd: 'make', exit: 0, stdout: 'all made\r\n' },
        { seq: 2, cmd: 'make run', stdout: 'it runs\r\n' },
      ],
    });
    expect(await mara.request('x-cotty/output', { channel: T, seq: 1 })).toMatchObject({
      text: 'all made\r\n',
    });
    expect(await mara.request('x-cotty/commands', { channel: T })).toMatchObject({
      commands: [{ commandLine: 'make' }, { commandLine: 'make run' }],
    });
    expect(await mara.request('x-cotty/outputSearch', { channel: T, text: 'made' })).toMatchObject({
      matches: [{ seq: 1, line: 1 }],
    });
    const { lines } = await mara.request('x-cotty/screen', { channel: T, lines: 10 });
    expect(lines).toContain('$ it runs');
    expect((await mara.subscribe(T)).state).toMatchObject({ lifecycle: { status: 'exited' } });
    host.clock.pass(5 * MINUTES - 1);
    expect(await closed()).toHaveLength(1);
    host.clock.pass(1);
    expect(await closed()).toEqual([]);
    await expect(mara.request('x-cotty/records', { channel: T })).rejects.toThrow(`there is no ${T}`);
    await expect(mara.subscribe(T)).rejects.toThrow(`there is no ${T}`);
  });

  it('is not to be typed into, restored, or shown to clients that do not know of such', async () => {
    const foreign = await host.connect('f');
    await killed();
    await expect(foreign.subscribe(T)).rejects.toMatchObject({ code: -32008 });
    for (const method of ['x-cotty/type', 'x-cotty/restoreTerminal', 'x-cotty/parkTerminal', 'x-cotty/run']) {
      const params = { channel: T, data: 'x', commandLine: 'ls' };
      await expect(mara.request(method, params)).rejects.toMatchObject({ code: -32008 });
    }
    expect(await mara.request('x-cotty/closed')).toEqual({ terminals: [] });
    const again = host.dial();
    const resumed = await again.request('reconnect', {
      clientId: 'm',
      lastSeenServerSeq: 0,
      subscriptions: [T],
    });
    expect(resumed).toMatchObject({ missing: [T] });
  });

  it('gives way to a new one of its URI', async () => {
    await killed();
    await mara.createTerminal(T);
    expect(await closed()).toEqual([]);
    host.clock.pass(6 * MINUTES);
    expect((await mara.subscribe(T)).state).toMatchObject({ lifecycle: { status: 'running' } });
  });

  it('is one of few: that which ended first goes, and is listed last', async () => {
    for (const name of ['a', 'b', 'c', 'd']) {
      await killed(`ahp-terminal:/${name}`);
      host.clock.pass(1000);
    }
    await mara.createTerminal(T, { name: 'parked' });
    await mara.request('x-cotty/parkTerminal', { channel: T });
    expect((await closed()).map(({ resource, ended }) => [resource, ended])).toEqual([
      [T, false],
      ['ahp-terminal:/d', true],
      ['ahp-terminal:/c', true],
      ['ahp-terminal:/b', true],
    ]);
    expect(await mara.request('x-cotty/closed')).toMatchObject({ terminals: [{ title: 'parked' }] });
  });

  it('is gone at once when its record is deleted, and is not brought back by the next host', async () => {
    await killed();
    const other = 'ahp-terminal:/other';
    await mara.createTerminal(other);
    await mara.request('disposeTerminal', { channel: other, _meta: { 'x-cotty': { purge: true } } });
    expect((await closed()).map(({ resource }) => resource)).toEqual([T]);
    await host.host.close();
    const next = await MemoryHost.start({ record: { folder } });
    expect(next.ptys).toEqual([]);
    await next.host.close();
  });
});
