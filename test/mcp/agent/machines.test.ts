import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../src/client/client.ts';
import { hostAt } from '../../../src/client/host-at.ts';
import { Agent } from '../../../src/mcp/agent/agent.ts';
import type { HostAccess } from '../../../src/mcp/agent/host-access.ts';
import { toolsOf } from '../../../src/mcp/tool-list.ts';
import type { Answer, Call } from '../../../src/mcp/tools/tool.ts';
import type { Wake } from '../../../src/protocol/cotty/wake.ts';
import { RealHost } from '../../support/real-host.ts';

let near: RealHost;
let far: RealHost;
let agent: Agent;
/** A person on the other machine, and an agent there that has the same handle. */
let bob: Client;
let namesake: Client;
const woken: Wake[] = [];

beforeAll(async () => {
  [near, far] = await Promise.all([RealHost.start(), RealHost.start()]);
  [bob, namesake] = await Promise.all([far.join('user:bob'), far.join('agent:builder')]);
  const access: HostAccess = {
    locate: async () => ({ ok: true, url: `unix:${near.host.socket}` }),
    way: (url) => hostAt({ url }),
    machines: {
      read: () => [
        { name: 'box', address: 'exec:box', way: () => hostAt({ url: `unix:${far.host.socket}` }) },
        {
          name: 'gone',
          address: 'exec:gone',
          way: () => ({ transportFactory: () => Promise.reject(new Error('there is no road')) }),
        },
      ],
      watch: () => () => {},
      here: 'laptop',
    },
    local: true,
    cwd: near.root,
    version: '0',
    log: () => {},
  };
  agent = await Agent.open({ access, handle: 'builder', onWake: (_agent, wake) => woken.push(wake) });
  call = { agent, access, now: Date.now, signal: new AbortController().signal };
});

afterAll(async () => {
  agent.close();
  await Promise.all([near.close(), far.close()]);
});

let call: Call;

/** Calls a tool, and fails if that does. */
async function ok(name: string, args: Record<string, unknown> = {}): Promise<Answer> {
  const tool = toolsOf({ compat: false }).find((one) => one.name === name);
  const answer = await tool?.run(call, args);
  if (answer?.ok !== true) throw new Error(answer?.text ?? `there is no ${name}`);
  return answer;
}

const listed = async () => {
  const { data } = await ok('term_list');
  return data?.['terminals'] as readonly { name: string; machine?: string; held_by_you: boolean }[];
};

describe('an agent with terminals on several machines', () => {
  test('makes and lists them by machine and name, and the own ones as ever', async () => {
    await expect
      .poll(() => ok('term_spawn', { name: 'build', machine: 'box' }).catch((error) => error.message), {
        timeout: 10_000,
      })
      .toMatchObject({ data: { terminal: { name: 'box:build', machine: 'box', held_by_you: true } } });
    await ok('term_spawn', { name: 'build', shell: '/bin/bash' });
    expect((await listed()).map(({ name, machine }) => [name, machine])).toEqual([
      ['build', undefined],
      ['box:build', 'box'],
    ]);
    await expect(ok('term_spawn', { name: 'build', machine: 'gone' })).rejects.toThrow('there is no road');
    await expect(ok('term_spawn', { name: 'build', machine: 'other' })).rejects.toThrow(
      'there is no machine "other"',
    );
  });

  test('runs each command where its terminal is, and is known there by where it comes from', async () => {
    const [there, here] = await Promise.all(
      ['box:build', 'build'].map((name) => ok('term_run', { name, cmd: 'echo $HOME' })),
    );
    expect(there?.text).toContain(far.root);
    expect(here?.text).toContain(near.root);
    const { commands } = await bob.cotty.history({ text: 'HOME' });
    expect(commands.map(({ writer }) => writer)).toEqual(['agent:builder@laptop']);
  });

  test('claims and releases them under that name, beside an agent there that has its handle', async () => {
    await ok('term_claim', { name: 'box:build' });
    const channel = bob.root.state.terminals?.[0]?.resource ?? '';
    await expect(namesake.cotty.run(channel, { commandLine: 'true' })).rejects.toThrow('builder@laptop');
    expect((await ok('term_release', { name: 'box:build' })).text).toContain('is released');
    await expect(namesake.cotty.run(channel, { commandLine: 'true' })).resolves.toMatchObject({});
  });

  test('is woken from each, once', async () => {
    await ok('term_subscribe', { name: 'box:build' });
    const channel = bob.root.state.terminals?.[0]?.resource ?? '';
    await bob.cotty.run(channel, { commandLine: 'echo by bob' });
    await expect
      .poll(() => woken.map(({ terminal, cmd }) => [terminal, cmd]))
      .toEqual([['box:build', 'echo by bob']]);
    expect((await ok('term_wait', { name: 'box:build', timeout: 10 })).text).toContain('box:build');
    expect(agent.inbox.waiting).toEqual([]);
    expect((await agent.client.cotty.wakes()).wakes).toEqual([]);
  });
});
