import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { askedCommands, askedJson } from '../../../src/cli/history/asked-history.ts';
import { HostClient } from '../../../src/client/client.ts';
import { hostAt } from '../../../src/client/host-at.ts';
import { ManyHosts } from '../../../src/client/machines/many-hosts.ts';
import type { HistoryQuery } from '../../../src/protocol/cotty/history.ts';
import { fakeIo } from '../../support/fake-io.ts';
import { RealHost } from '../../support/real-host.ts';

const meta = { writer: 'user:ada', screens: false } as const;
const asked = { query: {}, order: 'newest', limit: 100 } as const;

let boxes: readonly RealHost[];
let hosts: ManyHosts;

/** A group without the person's own host: the first machine stands for it. */
beforeAll(async () => {
  boxes = await Promise.all([RealHost.start(), RealHost.start()]);
  const [one, two] = await Promise.all(
    boxes.map(({ host }, at) =>
      HostClient.open({ ...hostAt({ url: `unix:${host.socket}` }), clientId: `ada-${at}`, meta }),
    ),
  );
  if (one === undefined || two === undefined) throw new Error('there are two hosts');
  const gone = () => ({ transportFactory: () => Promise.reject(new Error('there is no road')) });
  hosts = new ManyHosts({
    home: one,
    homeMachine: 'one',
    identity: { meta },
    machines: [
      { name: 'two', address: 'exec:two', way: gone, client: two },
      { name: 'gone', address: 'exec:gone', way: gone },
    ],
  });
  await vi.waitFor(() => expect(hosts.machines[1]?.state.kind).toBe('away'));
  for (const [at, client] of [one, two].entries()) {
    const channel = `ahp-terminal:/t${at}`;
    await client.createTerminal({
      channel,
      name: 'build',
      claim: { kind: 'client', clientId: client.clientId },
      _meta: { 'x-cotty': { shell: '/bin/bash' } },
    });
    for (const word of ['first', 'last'])
      await client.cotty.run(channel, { commandLine: `echo ${word} ${at}` });
  }
});

afterAll(async () => {
  hosts.close();
  await Promise.all(boxes.map((box) => box.close()));
});

async function linesOf(more: Partial<Parameters<typeof askedCommands>[1]> = {}) {
  const { io, err } = fakeIo();
  const answer = await askedCommands(hosts, { ...asked, ...more }, io);
  if (!answer.ok) throw new Error(answer.error);
  const lines = answer.found.map(({ terminal, record }) => `${terminal} ${record.commandLine}`);
  return { lines, more: answer.more, err: err(), found: answer.found };
}

describe('the history of several hosts', () => {
  test('has the commands of all in one order with the machine of each, and names the one that is away', async () => {
    const { lines, more, err } = await linesOf();
    expect(lines).toEqual([
      'one:build echo first 0',
      'one:build echo last 0',
      'two:build echo first 1',
      'two:build echo last 1',
    ]);
    expect(more).toBe(false);
    expect(err).toBe('cotty: gone did not answer: is not reachable: there is no road\n');
  });

  test('is limited as a whole, and says that there is more', async () => {
    expect(await linesOf({ limit: 3 })).toMatchObject({
      lines: ['one:build echo last 0', 'two:build echo first 1', 'two:build echo last 1'],
      more: true,
    });
    expect((await linesOf({ order: 'command', limit: 2 })).lines).toEqual([
      'one:build echo first 0',
      'two:build echo first 1',
    ]);
  });

  test('is that of one terminal by the name with its machine', async () => {
    expect((await linesOf({ terminal: 'two:build' })).lines).toEqual([
      'two:build echo first 1',
      'two:build echo last 1',
    ]);
    expect(await askedCommands(hosts, { ...asked, terminal: 'x' }, fakeIo().io)).toMatchObject({
      ok: false,
      error: 'there is no terminal "x"; these are open: one:build, two:build',
    });
  });

  test('has the machine in JSON, and no field of an output that was not sent', async () => {
    const { found } = await linesOf({ limit: 1 });
    const [json] = found.map(askedJson);
    expect(json).toMatchObject({
      machine: 'two',
      terminal: 'two:build',
      cmd: 'echo last 1',
      exit: 0,
      lines: 1,
    });
    expect(json).not.toHaveProperty('stdout');
  });

  test('has what a long search of outputs finds late, and ends where nothing more comes of another question', async () => {
    const [one] = (await hosts.cotty.history({ limit: 1 })).commands;
    if (one === undefined) throw new Error('there is a command');
    const nothing = { commands: [], more: true };
    const answers = [nothing, { commands: [one], more: true }, nothing, { commands: [], more: false }];
    const skipped: (number | undefined)[] = [];
    const history = ({ skip }: HistoryQuery) => {
      skipped.push(skip);
      return Promise.resolve(answers.shift());
    };
    const client = { cotty: { history } } as unknown as HostClient;
    const search = { ...asked, query: { output: 'last' } };
    expect(await askedCommands(client, search, fakeIo().io)).toMatchObject({
      found: [{ record: { commandLine: 'echo last 1' } }],
      more: false,
    });
    expect(skipped).toEqual([0, 0, 1, 1]);
    answers.push(nothing);
    expect(await askedCommands(client, asked, fakeIo().io)).toMatchObject({ found: [], more: true });
  });
});
