/** Real agent programs in the second tab, while the first is looked at: what they do is shown, told, answered and recorded. */

import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { cottyMeta } from '../../src/protocol/common/meta.ts';
import type { TerminalMeta } from '../../src/protocol/cotty/cotty-meta.ts';
import { AGENT_PROGRAMS, type AgentProgram } from '../support/agents/agent-programs.ts';
import { ModelNetwork } from '../support/agents/model-network.ts';
import { frontTab, hasDialog, modeOf, openTab, openWindow, tabLine } from '../support/face.ts';
import { connectTo, terminalOf } from '../support/host-client.ts';
import { alt, ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { skip } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Milliseconds within which a state is shown, from the bytes that tell it. */
const SHOWN_MS = 500;

type Listed = NonNullable<TerminalMeta['program']>;

let sandbox: Sandbox | undefined;
let network: ModelNetwork | undefined;
let client: Client | undefined;

afterEach(async () => {
  const [box, net] = [sandbox, network];
  client?.close();
  client = sandbox = network = undefined;
  try {
    await box?.close();
  } finally {
    await net?.close();
  }
});

const quoted = (word: string) => `'${word}'`;

/** A sandbox in which the command of the agent starts it in a network without others, with new settings. */
async function sandboxFor(agent: AgentProgram): Promise<Sandbox> {
  const folder = process.env['COTTY_TEST_AGENTS'];
  if (folder === undefined) return skip('COTTY_TEST_AGENTS names no folder with agents');
  const command = agent.command(join(folder, agent.name));
  if (command === undefined) return skip(`the folder COTTY_TEST_AGENTS has no ${agent.name}`);
  network = await ModelNetwork.start();
  const made = new Sandbox();
  sandbox = made;
  const variables = Object.entries(agent.env(network.url)).map(([name, value]) => `${name}=${value}`);
  const words = [...network.enter, 'env', ...variables, ...command];
  chmodSync(made.write(`bin/${agent.name}`, `#!/bin/sh\nexec ${words.map(quoted).join(' ')}\n`), 0o755);
  made.env['PATH'] = `${join(made.home, 'bin')}:${made.env['PATH']}`;
  for (const [name, content] of Object.entries(agent.files(network.url)))
    made.write(name, typeof content === 'string' ? content : JSON.stringify(content));
  made.write('work/README', 'A folder to work in.\n');
  made.write('.config/cotty/config', 'notifyHow = osc9\n');
  return made;
}

async function programIn(box: Sandbox): Promise<Listed | undefined> {
  const { stdout } = await box.run(['ls', '--json']);
  return JSON.parse(stdout).find(({ name }: { readonly name: string }) => name === 'work')?.program;
}

/** Milliseconds between a text and Enter: agents take Enter that comes sooner for a part of a paste. */
const TYPING_MS = 300;

/** Types a prompt as a person does, who sees it before sending it. */
async function prompt(window: OuterTerminal, text: string): Promise<void> {
  window.type(text);
  await window.waitForText(text);
  await pause(TYPING_MS);
  window.send(key.enter);
}

async function toFirstTab(window: OuterTerminal): Promise<void> {
  // In RAW this key goes to the program as well.
  if (modeOf(window.screen) === 'RAW') {
    window.send(ctrl('k'));
    await window.waitFor('no RAW', (screen) => modeOf(screen) !== 'RAW');
  }
  window.send(alt('1'));
  await window.waitFor('the first tab', (screen) => frontTab(screen).includes('home'));
}

async function toSecondTab(window: OuterTerminal): Promise<void> {
  window.send(alt('2'));
  await window.waitFor('the second tab', (screen) => frontTab(screen).includes('work'));
}

/** Notices that have reached the outer terminal. */
const told = (window: OuterTerminal) => window.raw.match(/\x1b\]9;[^\x07\x1b]*(?:\x07|\x1b\\)/g) ?? [];

/**
 * Measures from the bytes that tell a state until the list of a client has it. A report counts from when the host has read it. Returns
 * a function that measures until now; it does nothing where the bytes of a state do not stand together.
 */
function stopwatch(observer: Client, uri: string, state: 'blocked' | 'done', agent: AgentProgram) {
  const { name, by, tells } = agent;
  const bytes = tells?.[state];
  let text = '';
  let told: number | undefined;
  let listed: number | undefined;
  observer.terminal(uri)?.onChange((_state, cause) => {
    if (cause.kind !== 'action' || cause.envelope.action.type !== 'terminal/data') return;
    text += cause.envelope.action.data;
    if (bytes?.test(text) === true) told ??= Date.now();
  });
  observer.root.onChange(({ terminals = [] }) => {
    const found = terminals.find(({ resource }) => resource === uri);
    const { program } = cottyMeta<TerminalMeta>(found?._meta);
    if (program?.state !== state || listed !== undefined) return;
    listed = Date.now();
    if (by === 'report') told = program.since;
  });
  return (): void => {
    if (told === undefined && bytes === undefined) return;
    const shown = Date.now() - (told ?? Number.NaN);
    const inList = (listed ?? Number.NaN) - (told ?? Number.NaN);
    process.stdout.write(`${name}: ${state} is listed after ${inList} ms, shown after ${shown} ms\n`);
    expect(shown).toBeLessThan(SHOWN_MS);
  };
}

/** From the command to the line of input, past what the agent asks first. */
async function start(agent: AgentProgram, window: OuterTerminal, program: () => Promise<unknown>) {
  await prompt(window, `cd work && ${agent.name}`);
  for (const { shows, key: answer } of agent.asksFirst) {
    await window.waitForText(shows);
    await expect.poll(program).toMatchObject({ state: 'blocked', app: agent.app });
    window.send(answer);
  }
  await window.waitForText(agent.ready);
  await expect.poll(program).toMatchObject({ state: 'idle', app: agent.app });
}

describe.each(AGENT_PROGRAMS)('$name in the second tab', (agent) => {
  const { app, by } = agent;

  test('is shown, counted, told once, answered from F12, and recorded', async () => {
    const box = await sandboxFor(agent);
    const program = () => programIn(box);
    const window = await openWindow(box, { cols: 120, rows: 40 });
    await openTab(window, 'work');
    await start(agent, window, program);
    client = await connectTo(box);
    const { resource } = terminalOf(client, 'work');
    await client.subscribe(resource);

    await prompt(window, 'slow 4');
    await expect.poll(program).toMatchObject({ state: 'working', app });
    const done = stopwatch(client, resource, 'done', agent);
    await toFirstTab(window);
    await window.waitFor('it works', (screen) => /● work/.test(tabLine(screen)));
    await window.waitFor('it is done', (screen) => /✓ work.* 1 done/.test(tabLine(screen)));
    done();
    expect(await program()).toMatchObject({ state: 'done', app });
    await toSecondTab(window);
    await expect.poll(program).toMatchObject({ state: 'done', seen: true });

    const before = told(window).length;
    await prompt(window, 'slow 4 and shell');
    await expect.poll(program).toMatchObject({ state: 'working', app });
    const blocked = stopwatch(client, resource, 'blocked', agent);
    await toFirstTab(window);
    await window.waitFor('mark', (screen) => /◆ work.* 1 waits/.test(tabLine(screen)));
    blocked();
    expect(await program()).toMatchObject({ state: 'blocked', kind: 'permission', app, by });
    await window.waitFor('the title', ({ title }) => title.startsWith('1 waits — '));
    await window.waitFor('the notice', () => told(window).length > before);

    window.send(key.f12);
    await window.waitForText(/◆ \d\d:\d\d work +permission/);
    window.send('a');
    await window.waitForText('an answer in words');
    window.send(...agent.permits);
    await window.waitForText('work is answered');
    await window.waitFor('no mark', (screen) => !tabLine(screen).includes('◆'));
    await expect.poll(() => existsSync(join(box.home, 'work/made-by-the-model.txt'))).toBe(true);
    window.send(key.escape);
    await window.waitFor('no list', (screen) => !hasDialog(screen));
    await window.waitFor('it is done', (screen) => /✓ work.* 1 done/.test(tabLine(screen)));
    expect(frontTab(window.screen)).toContain('home');
    const waiting = told(window)
      .slice(before)
      .filter((notice) => notice.includes('waits for you'));
    expect(waiting).toEqual([expect.stringContaining('work: waits for you: permission')]);

    const { stdout } = await box.run(['history', '--waited', '--json']);
    const last = JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
    expect(last).toMatchObject({ name: 'work', app, kind: 'permission', how: 'answer' });
    expect((await box.run(['history', '--waited'])).stdout).toMatch(new RegExp(` work +${app} .*\n$`));
  });
});
