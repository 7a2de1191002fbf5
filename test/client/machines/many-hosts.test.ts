import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { HostClient } from '../../../src/client/client.ts';
import { hostAt } from '../../../src/client/host-at.ts';
import { ManyHosts } from '../../../src/client/machines/many-hosts.ts';
import { comparedRuns } from '../../../src/client/run/compared-runs.ts';
import { cottyMeta } from '../../../src/protocol/common/meta.ts';
import { ROOT_URI } from '../../../src/protocol/common/uri.ts';
import type { TerminalMeta } from '../../../src/protocol/cotty/cotty-meta.ts';
import { fullName } from '../../../src/protocol/cotty/terminal-names.ts';
import type { TerminalInfo } from '../../../src/protocol/terminal/state.ts';
import { RealHost } from '../../support/real-host.ts';

let near: RealHost;
let far: RealHost;
let hosts: ManyHosts;

beforeAll(async () => {
  [near, far] = await Promise.all([RealHost.start(), RealHost.start()]);
  const meta = { writer: 'user:ada', screens: false } as const;
  const home = await HostClient.open({
    ...hostAt({ url: `unix:${near.host.socket}` }),
    clientId: 'ada',
    meta,
  });
  hosts = new ManyHosts({
    home,
    identity: { meta },
    machines: [
      { name: 'box', address: 'exec:box', way: () => hostAt({ url: `unix:${far.host.socket}` }) },
      {
        name: 'gone',
        address: 'exec:gone',
        way: () => ({ transportFactory: () => Promise.reject(new Error('there is no road')) }),
      },
    ],
  });
  await vi.waitFor(() => expect(hosts.machines[0]?.state.kind).toBe('ready'), 10_000);
});

afterAll(async () => {
  hosts.close();
  await Promise.all([near.close(), far.close()]);
});

async function make(id: string, machine?: string): Promise<string> {
  const channel = `ahp-terminal:/${id}`;
  await hosts.createTerminal({
    channel,
    name: id,
    claim: { kind: 'client', clientId: hosts.clientId },
    _meta: { 'x-cotty': { shell: '/bin/bash', ...(machine === undefined ? {} : { machine }) } },
  });
  await expect.poll(() => listed().map(({ resource }) => resource)).toContain(channel);
  return channel;
}

function listed(): readonly TerminalInfo[] {
  return hosts.root.state.terminals ?? [];
}

function machineOf(uri: string): string | undefined {
  const info = listed().find(({ resource }) => resource === uri);
  return cottyMeta<TerminalMeta>(info?._meta).machine;
}

describe('the hosts of several machines as one client', () => {
  test('list the own terminals first, and name the machine of the others', async () => {
    const there = await make('there', 'box');
    const here = await make('here');
    expect(listed().map(({ resource }) => resource)).toEqual([here, there]);
    expect(machineOf(here)).toBeUndefined();
    expect(machineOf(there)).toBe('box');
    expect(hosts.machineOf(there)?.name).toBe('box');
  });

  test('run each command where its terminal is, and find both in one history', async () => {
    const there = await make('runs-there', 'box');
    const here = await make('runs-here');
    await hosts.cotty.run(there, { commandLine: 'echo far' });
    await hosts.cotty.run(here, { commandLine: 'echo near' });
    const { commands, total } = await hosts.cotty.history({ text: 'echo' });
    expect(commands.map(({ commandLine }) => commandLine)).toEqual(['echo near', 'echo far']);
    expect(total).toBe(2);
    expect(commands.map(({ name }) => name)).toEqual(['runs-here', 'box:runs-there']);
    const found = await hosts.cotty.find({ text: 'echo f' });
    expect(found.commands).toEqual([]);
    const { next: from } = found;
    if (from === undefined) throw new Error('the search has ended at the own host');
    const next = await hosts.cotty.find({ text: 'echo f', from });
    expect(next.commands.map(({ terminal, name }) => [terminal, name])).toEqual([[there, 'box:runs-there']]);
  });

  test('compare a command of one with one of another', async () => {
    const there = await make('compared-there', 'box');
    const here = await make('compared-here');
    await hosts.cotty.run(there, { commandLine: 'echo same' });
    await hosts.cotty.run(here, { commandLine: 'echo same' });
    const compared = await comparedRuns(
      hosts.cotty,
      { channel: here, name: 'here', seq: 1 },
      { channel: there, name: 'there', seq: 1 },
    );
    if (!compared.ok) throw new Error(compared.reason);
    const { before, after } = compared;
    expect([before.commandLine, after.commandLine]).toEqual(['echo same', 'echo same']);
    expect([before.terminal, after.terminal]).toEqual(['there', 'here']);
  });

  test('number wake-ups of all hosts in one sequence, and acknowledge them where they are', async () => {
    const there = await make('wakes-there', 'box');
    const here = await make('wakes-here');
    // A filter by programs also tells of the commands of the one who watches.
    await hosts.cotty.watch(ROOT_URI, { program: 'done' });
    const woken: number[] = [];
    const from: string[] = [];
    const stop = hosts.onWake(({ n, terminal }) => {
      woken.push(n);
      from.push(terminal);
    });
    await hosts.cotty.run(there, { commandLine: 'true' });
    await hosts.cotty.run(here, { commandLine: 'true' });
    await expect.poll(() => woken.length).toBe(2);
    stop();
    expect(from.toSorted()).toEqual(['box:wakes-there', 'wakes-here']);
    const { wakes } = await hosts.cotty.wakes();
    expect(wakes.map(({ n }) => n)).toEqual(woken);
    const [first = 0, second] = woken;
    expect((await hosts.cotty.acknowledge(first)).wakes.map(({ n }) => n)).not.toContain(first);
    expect((await hosts.cotty.wakes()).wakes.map(({ n }) => n)).toEqual([second]);
    await hosts.cotty.acknowledge(Math.max(...woken));
    expect((await hosts.cotty.wakes()).wakes).toEqual([]);
    await hosts.cotty.unwatch(ROOT_URI);
  });

  test('list closed terminals with their machine', async () => {
    const there = await make('closed-there', 'box');
    await hosts.disposeTerminal(there);
    const closed = async () =>
      (await hosts.cotty.allClosed()).map(({ info }) => [info.title, fullName(info)]);
    await expect.poll(closed).toContainEqual(['closed-there', 'box:closed-there']);
  });

  test('say which machine has not answered', async () => {
    const { answers, silent } = await hosts.gather((client) => client.cotty.status());
    expect(answers.map(({ machine }) => machine)).toEqual([undefined, 'box']);
    expect(silent).toEqual([{ machine: 'gone', reason: 'is not reachable: there is no road' }]);
  });

  test('refuse a terminal on a machine that is away, by its reason', async () => {
    await expect(make('nowhere', 'gone')).rejects.toThrow('gone is not reachable: there is no road');
    await expect(make('nowhere', 'other')).rejects.toThrow('there is no machine "other"');
  });

  test('do not show a terminal whose id the own host uses', async () => {
    const id = 'twice';
    const here = await make(id);
    const other = await far.join('user:bob', 'bob');
    await other.createTerminal({
      channel: here,
      name: 'impostor',
      claim: { kind: 'client', clientId: 'bob' },
      _meta: { 'x-cotty': { shell: '/bin/bash' } },
    });
    await expect.poll(() => (other.root.state.terminals ?? []).length).toBeGreaterThan(0);
    expect(listed().filter(({ resource }) => resource === here)).toHaveLength(1);
    expect(machineOf(here)).toBeUndefined();
  });

  test('keep the terminals of a machine that goes away, and say so of each', async () => {
    const there = await make('kept', 'box');
    await far.host.close();
    await expect
      .poll(() => cottyMeta<TerminalMeta>(listed().find(({ resource }) => resource === there)?._meta).away)
      .toContain('is not reachable');
    expect(hosts.type(there, 'x')).toBe(false);
  });
});
