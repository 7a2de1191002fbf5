/** Hooks report over the socket what the program of their terminal does, and prove by its key that they run in it. */

import { describe, expect, it } from 'vitest';
import { tokenAccess } from '../../../src/host/common/access.ts';
import { reportKey } from '../../../src/shell/report-key.ts';
import { MemoryHost, type RawClient } from '../../support/memory-host.ts';

const [A, B] = ['ahp-terminal:/a', 'ahp-terminal:/b'] as const;

async function reporting() {
  const host = await MemoryHost.start();
  const person = await host.connect('p', { writer: 'user:ada' });
  const keys: string[] = [];
  for (const uri of [A, B]) {
    await person.createTerminal(uri, { _meta: { 'x-cotty': { command: ['/usr/bin/top'] } } });
    keys.push(host.pty.options.env['COTTY_REPORT'] ?? '');
  }
  const hook: RawClient = host.dial();
  const report = (key: string, more: object = {}, by = hook) =>
    by.request('x-cotty/report', {
      channel: A,
      key,
      hook: 'PermissionRequest',
      report: { state: 'blocked' },
      ...more,
    });
  const explained = () => person.request('x-cotty/explain', { channel: A });
  const shown = async () => {
    const { state } = await person.subscribe('ahp-root://');
    const terminals = state['terminals'] as {
      resource: string;
      _meta: { 'x-cotty': { program?: object } };
    }[];
    return terminals.find(({ resource }) => resource === A)?._meta['x-cotty'].program;
  };
  return { host, person, keys, report, explained, shown };
}

describe('a report of a hook', () => {
  it('counts with the key of its terminal, before any handshake', async () => {
    const { keys, report, explained } = await reporting();
    expect(keys[0]).toMatch(/^cotty_report_[0-9a-f]{40}$/);
    const token = `ghp_${'a'.repeat(36)}`;
    const msg = `Run\x1b[31m\n rm?\u202e Token ${token}`;
    await report(keys[0] ?? '', { report: { state: 'blocked', kind: 'permission', app: 'ada', msg } });
    expect(await explained()).toMatchObject({
      by: 'hook',
      cause: 'PermissionRequest',
      state: 'blocked',
      kind: 'permission',
      msg: 'Run [31m rm? Token [redacted]',
    });
  });

  it('is refused with another key, for another terminal, and over the network', async () => {
    const { host, keys, report, explained } = await reporting();
    const [key = ''] = keys;
    const other = reportKey('other') ?? '';
    for (const wrong of [other, '', `${key}0`, 'n0nce'])
      await expect(report(wrong)).rejects.toMatchObject({
        code: -32009,
        message: 'this is not the key (COTTY_REPORT) of the terminal "home": only programs in it may report',
      });
    await expect(report(key, { channel: 'ahp-terminal:/c' })).rejects.toMatchObject({
      message: 'there is no ahp-terminal:/c',
    });
    const away = await host.connect('away', { access: tokenAccess });
    await expect(report(key, {}, away)).rejects.toMatchObject({
      message: 'hooks report over the socket of the host only',
    });
    expect(await explained()).toMatchObject({ state: null });
  });

  it('is refused by the limits of OSC 7501, and a long message is shortened', async () => {
    const { keys, report, explained } = await reporting();
    const key = keys[0] ?? '';
    for (const [fields, message] of [
      [{ id: 'a//b' }, 'id: up to 8 levels of 1 to 32 letters, 128 in all (it is a//b)'],
      [{ app: 'a b' }, 'app: 1 to 32 of A-Z a-z 0-9 _ . + - (it is a b)'],
    ] as const)
      await expect(report(key, { report: { state: 'working', ...fields } })).rejects.toMatchObject({
        message,
      });
    await expect(report(key, { report: { state: 'sleeping' } })).rejects.toThrow(/report.state/);
    await report(key, { report: { state: 'blocked', msg: '😀'.repeat(600) } });
    const { msg } = (await explained()) as { readonly msg: string };
    expect(Array.from(msg)).toHaveLength(500);
  });

  it('of a script holds while nothing is printed, with title and progress, and is a part of an agent that works', async () => {
    const { host, keys, report, explained, shown } = await reporting();
    const key = keys[0] ?? '';
    const script = { hook: 'cotty status', session: 'cotty status' };
    await report(key, { ...script, report: { state: 'working', title: 'Deploy', progress: 40 } });
    host.clock.pass(20_000);
    expect(await shown()).toMatchObject({ state: 'working', by: 'hook', title: 'Deploy', progress: 40 });
    await report(key, { ...script, report: { state: 'done' } });
    await report(key, { report: { state: 'working', app: 'ada' }, session: 's1' });
    await report(key, { ...script, report: { state: 'blocked', kind: 'question' } });
    host.clock.pass(1000);
    expect(await shown()).toMatchObject({
      state: 'blocked',
      kind: 'question',
      parts: [{ state: 'blocked' }],
    });
    await report(key, { ...script, report: { state: 'done' } });
    expect(await explained()).toMatchObject({ by: 'hook', state: 'working' });
  });

  it('gives no right to do anything else', async () => {
    const { host, keys, report } = await reporting();
    const hook = host.dial();
    await report(keys[0] ?? '', {}, hook);
    await expect(hook.request('x-cotty/explain', { channel: A })).rejects.toMatchObject({
      message: 'initialize first',
    });
  });

  it('shows the key to nobody', async () => {
    const { person, keys, report } = await reporting();
    const key = keys[0] ?? '';
    await report(key);
    const seen = [await person.subscribe('ahp-root://'), await person.subscribe(A)];
    expect(JSON.stringify(seen)).not.toContain(key);
  });
});
