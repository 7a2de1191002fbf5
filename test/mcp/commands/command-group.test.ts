import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { hostAt } from '../../../src/client/host-at.ts';
import { Agent } from '../../../src/mcp/agent/agent.ts';
import { runInEach } from '../../../src/mcp/commands/command-group.ts';
import type { Caller } from '../../../src/mcp/commands/run-command.ts';
import { wait } from '../../../src/mcp/tools/wait.ts';
import { RealHost } from '../../support/real-host.ts';

let host: RealHost;
let agent: Agent;
let caller: Caller;
let printed: string[];

/** Two terminals of the agent. */
let one: string;
let two: string;

beforeEach(async () => {
  host = await RealHost.start();
  const { socket } = host.host;
  agent = await Agent.open({
    access: {
      locate: async () => ({ ok: true, url: `unix:${socket}` }),
      way: (url) => hostAt({ url }),
      ...{ local: true, cwd: host.root, version: '1.2.3', log: () => {} },
    },
    handle: 'ada',
    onWake: () => {},
  });
  one = await make('one');
  two = await make('two');
  await expect.poll(() => agent.terminals.map(({ title }) => title)).toEqual(['one', 'two']);
  printed = [];
  caller = {
    agent,
    now: Date.now,
    signal: new AbortController().signal,
    progress: (_count, message) => printed.push(message),
  };
});
afterEach(async () => {
  vi.restoreAllMocks();
  agent.close();
  await host.close();
});

async function make(name: string): Promise<string> {
  const channel = `ahp-terminal:/${name}`;
  await agent.client.createTerminal({ channel, name, claim: agent.claim() });
  return channel;
}

/** A command that goes on until the file is there. */
const until = (file: string) => `until [ -e ${join(host.root, file)} ]; do sleep 0.1; done`;
const go = (file: string) => writeFileSync(join(host.root, file), '');
const begin = (uri: string, commandLine: string) => agent.client.cotty.run(uri, { commandLine, wait: false });

describe('waiting for what runs in several terminals', () => {
  const waited = async (args: { any?: boolean; timeout: number }) => {
    const access = {} as Parameters<typeof wait.run>[0]['access'];
    const answer = await wait.run({ ...caller, access }, { terminals: ['one', 'two'], ...args });
    return answer.data;
  };

  test.each([true, false])('tells of the timeout, with any %s', async (any) => {
    await begin(one, until('go'));
    expect(await waited({ any, timeout: 0.3 })).toMatchObject({
      timed_out: true,
      rows: [{ terminal: 'one', state: 'running' }, { terminal: 'two' }],
    });
    go('go');
  });

  test('tells of none where the first has ended, or where nothing runs', async () => {
    await agent.client.cotty.run(one, { commandLine: 'true' });
    expect(await waited({ any: true, timeout: 20 })).toMatchObject({ timed_out: false });
    await begin(one, until('never'));
    await begin(two, until('go'));
    const opened = vi.spyOn(agent.watched, 'open');
    const first = waited({ any: true, timeout: 50 });
    // Each is looked at, and then watched.
    await expect.poll(() => opened.mock.calls.length).toBe(4);
    go('go');
    expect(await first).toMatchObject({
      timed_out: false,
      rows: [
        { terminal: 'one', state: 'running' },
        { terminal: 'two', state: 'ended', exit: 0 },
      ],
    });
    go('never');
  });
});

describe('a terminal that is slow to be subscribed, when another one has ended first', () => {
  let open = 0;

  /** Holds the subscription of `two` back until the group is over: the record of `one` is then asked for. */
  function slow(): void {
    const opened = agent.watched.open.bind(agent.watched);
    const records = agent.client.cotty.records.bind(agent.client.cotty);
    let release: () => void = () => {};
    const over = new Promise<void>((resolve) => {
      release = resolve;
    });
    open = 0;
    vi.spyOn(agent.watched, 'open').mockImplementation(async (uri) => {
      if (uri === two) await over;
      const { mirror, close } = await opened(uri);
      open += 1;
      const closeOnce = (): void => {
        open -= 1;
        close();
      };
      return { mirror, close: closeOnce };
    });
    vi.spyOn(agent.client.cotty, 'records').mockImplementation((uri, params) => {
      release();
      return records(uri, params);
    });
  }

  const both = (cmd: string, queue = false) =>
    runInEach(
      caller,
      [
        { ok: true, name: 'one', uri: one },
        { ok: true, name: 'two', uri: two },
      ],
      { cmd, queue, until: 'any' },
    );

  test('sends no progress after the answer', async () => {
    slow();
    const line = `echo begun; [ "$PWD" = / ] || ${until('go')}`;
    await agent.client.cotty.run(one, { commandLine: 'cd /' });
    expect(await both(line)).toMatchObject([
      { name: 'one', record: { exit: 0 } },
      { name: 'two', record: { exit: null } },
    ]);
    expect(open).toBe(0);
    expect(printed.filter((message) => message.startsWith('two'))).toEqual([]);
    go('go');
  });

  test('gives its turn up', async () => {
    await begin(two, until('go'));
    slow();
    expect(await both('true', true)).toMatchObject([
      { name: 'one', record: { exit: 0 } },
      { name: 'two', text: 'the request was cancelled while it waited: the command did not run' },
    ]);
    go('go');
    const last = async () => (await agent.client.cotty.records(two, { last: 1 })).records[0];
    await expect.poll(last).toMatchObject({ seq: 1, exit: 0 });
  });
});

test('a command that is waited for until the timeout has timed out, also where the host does not know yet', async () => {
  const records = agent.client.cotty.records.bind(agent.client.cotty);
  vi.spyOn(agent.client.cotty, 'records').mockImplementation(async (uri, asked) => {
    const found = await records(uri, asked);
    return { ...found, records: found.records.map((record) => ({ ...record, timed_out: false })) };
  });
  const members = [
    { ok: true, name: 'one', uri: one },
    { ok: true, name: 'two', uri: two },
  ] as const;
  await agent.client.cotty.run(two, { commandLine: 'cd /' });
  const cmd = `[ "$PWD" = / ] || ${until('go')}`;
  expect(await runInEach(caller, members, { cmd, until: 'all', timeoutMs: 2000 })).toMatchObject([
    { name: 'one', hasEnded: false, record: { exit: null, timed_out: true } },
    { name: 'two', hasEnded: true, record: { exit: 0, timed_out: false } },
  ]);
  go('go');
});
