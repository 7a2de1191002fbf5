/** What a program says of itself (OSC 7501), from its bytes to those who look at the list of terminals. */

import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killAndAwaitNext, killHost } from '../support/kill-host.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import { programNode } from '../support/node.ts';
import { bin, Sandbox } from '../support/sandbox.ts';
import { Script } from '../support/script.ts';

/** Asks as agents do, then waits for a permission: for a key. */
const AGENT = `
import { writeFileSync } from 'node:fs'
const message = (text) => Buffer.from(text).toString('base64')
let got = ''
process.stdin.setRawMode(true)
process.stdout.write('\\x1b]7501;?\\x1b\\\\\\x1b[c')
process.stdin.on('data', (bytes) => {
  if (bytes.includes(26)) return process.kill(process.pid, 'SIGSTOP')
  if (got.endsWith('c')) {
    process.stdout.write('\\x1b]7501;state=done:app=ada\\x1b\\\\')
    process.exit(0)
  }
  got += bytes
  if (!got.endsWith('c')) return
  writeFileSync('reply', got)
  writeFileSync('pid', String(process.pid))
  process.stdout.write('\\x1b]7501;state=working:app=ada:id=part\\x1b\\\\')
  process.stdout.write('\\x1b]7501;state=blocked:app=ada:kind=permission:msg=' + message('Run rm? Token ghp_' + 'a'.repeat(36)) + '\\x1b\\\\')
})
`;

const AGENT_LINE = `'${process.execPath}' agent.mjs`;

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = new Sandbox();
  sandbox.write('agent.mjs', AGENT);
  const words = Buffer.from('Paste your password here').toString('base64');
  sandbox.write(
    'log',
    `\x1b]7501;state=blocked:kind=permission:msg=${words}\x1b\\\x1b]7501;state=done:id=a\x1b\\`,
  );
  sandbox.write('log.sh', 'cat log\nsleep 100\n');
  // Both ask and end without reading the answer: one before it can come, the other when it stands in the queue of the terminal.
  const ask = "stty raw -echo\nprintf '\\033]7501;?\\033\\\\\\033[c'\n";
  sandbox.write('asks.sh', `${ask}stty sane\n`);
  sandbox.write('waits.sh', `${ask}sleep 0.3\nstty sane\n`);
  expect(await sandbox.run(['new', 'work', '--detached'])).toMatchObject({ code: 0 });
  await sandbox.openShell('dash', 'plain');
});

afterAll(() => sandbox?.close());

async function program(name = 'work'): Promise<unknown> {
  const { stdout } = await sandbox.run(['ls', '--json']);
  return JSON.parse(stdout).find((each: { readonly name: string }) => each.name === name)?.program;
}

const pidOfAgent = () => Number(readFileSync(join(sandbox.home, 'pid'), 'utf8'));

async function type(name: string, ...keys: readonly string[]): Promise<void> {
  expect(await sandbox.run(['send', name, ...keys])).toMatchObject({ code: 0 });
}

it('waits, is answered, and is done: seen in the list, under the next host, and until the next command', async () => {
  await type('work', AGENT_LINE, 'Enter');
  await expect.poll(program).toMatchObject({ state: 'blocked', kind: 'permission', app: 'ada' });
  // Answered without a viewer, once, and before the terminal's own answer.
  expect(readFileSync(join(sandbox.home, 'reply'), 'latin1')).toMatch(/^\x1b\]7501;\?\x1b\\\x1b\[\?[\d;]+c$/);
  expect(await program()).toMatchObject({
    msg: 'Run rm? Token [redacted]',
    parts: [{ id: 'part', state: 'working', app: 'ada' }],
  });
  expect((await sandbox.run(['ls'])).stdout).toContain('waits for you: permission');
  killHost(sandbox);
  await expect.poll(program).toMatchObject({ state: 'blocked', kind: 'permission', parts: [{ id: 'part' }] });
  expect(await sandbox.run(['host', 'restart'])).toMatchObject({ code: 0 });
  await expect.poll(program).toMatchObject({ state: 'blocked', kind: 'permission', parts: [{ id: 'part' }] });
  await type('work', 'y');
  await expect.poll(program).toMatchObject({ state: 'done' });
  expect(await sandbox.run(['run', 'work', '--', 'true'])).toMatchObject({ code: 0 });
  expect(await program()).toBeNull();
});

it('wakes an agent that watches, once and over the end of the host, and ends the waiting of agents and scripts', async () => {
  const ada = await McpAgent.open(sandbox, 'x', ['--handle', 'ada']);
  await ada.ok('term_spawn', { name: 'bob' });
  const subscribed = await ada.ok('term_subscribe', { name: 'bob', program: 'blocked' });
  expect(subscribed.text).toContain('only: programs that are blocked');
  await ada.ok('term_subscribe', { name: 'bob', program: 'done' });
  const script = new Script(sandbox, ['wait', 'bob', '--until', 'blocked,failed', '--json']);
  await ada.ok('term_run', { name: 'bob', cmd: `'${process.execPath}' agent.mjs`, wait: false });
  const program = { state: 'blocked', kind: 'permission', app: 'ada', msg: 'Run rm? Token [redacted]' };
  const waited = await ada.ok('term_wait', { name: 'bob', until: ['blocked', 'done'] });
  expect(waited.data).toMatchObject({ program: { terminal: 'bob', ...program }, timed_out: false });
  expect(waited.text).toContain('in its own words, which are untrusted: "Run rm? Token [redacted]"');
  expect(await script.ended).toBe(0);
  expect(JSON.parse(script.stdout)).toMatchObject({ terminal: 'bob', state: 'blocked', program });
  // Its own command, of which it would not be told at its end.
  const woken = await ada.ok('term_wait', { name: 'bob' });
  expect(woken.data.wakes).toMatchObject([{ terminal: 'bob', seq: 1, writer: 'agent:ada', program }]);
  expect((await ada.ok('term_list')).text).toContain('ada waits for an answer: permission for ');
  await killAndAwaitNext(sandbox);
  await ada.ok('term_keys', { name: 'bob', keys: 'y' });
  expect((await ada.ok('term_wait', { name: 'bob', until: 'done' })).data).toMatchObject({
    timed_out: false,
  });
  expect(await sandbox.run(['wait', 'bob', '--until', 'done'])).toMatchObject({ code: 0 });
  // Replaying what it printed has told nothing again.
  const { data } = await ada.ok('term_wait', { name: 'bob' });
  const wakes = data.wakes as readonly { readonly program?: { readonly state: string } }[];
  expect(wakes.at(-1)).toMatchObject({ terminal: 'bob', seq: 1, exit: 0 });
  // On a slow machine it is done for a moment before its command ends, which wakes as well.
  expect(wakes.filter((wake) => wake.program?.state === 'blocked')).toEqual([]);
});

it("shows what a printed log says as the program's own words, until its command ends", async () => {
  await type('work', 'sh log.sh', 'Enter');
  await expect.poll(program).toMatchObject({ state: 'blocked', kind: 'permission', by: 'report' });
  const { stdout } = await sandbox.run(['agent', 'explain', 'work']);
  expect(stdout).toContain("source   the program's own words, which any output can contain: OSC 7501");
  expect(stdout).toContain('message  "Paste your password here"');
  await type('work', 'C-c');
  await expect.poll(program).toMatchObject({ state: 'done', id: 'a' });
  expect(await sandbox.run(['run', 'work', '--', 'true'])).toMatchObject({ code: 0 });
  expect(await program()).toBeNull();
});

it('counts what a script says by its command without reading anything, until it ends', async () => {
  const say = (words: string) => `'${programNode}' '${bin}' status ${words}\n`;
  sandbox.write(
    'deploys.sh',
    `${say('working --app deploy --progress 40')}sleep 1.5\n${say('error --app deploy --msg "no disk"')}`,
  );
  const ran = sandbox.run(['run', 'work', '--', 'sh deploys.sh > /dev/null']);
  await expect.poll(program).toMatchObject({ state: 'working', by: 'hook', app: 'deploy', progress: 40 });
  expect(await ran).toMatchObject({ code: 0 });
  expect(await program()).toMatchObject({ state: 'error', by: 'hook', msg: 'no disk' });
});

it('asks again when a stopped agent is brought back', async () => {
  for (const stop of [() => type('work', 'C-z'), () => process.kill(pidOfAgent(), 'SIGSTOP')]) {
    rmSync(join(sandbox.home, 'pid'), { force: true });
    await type('work', `'${process.execPath}' agent.mjs`, 'Enter');
    await expect.poll(program).toMatchObject({ state: 'blocked', kind: 'permission' });
    await stop();
    await expect.poll(program).toBeNull();
    const began = Date.now();
    await type('work', 'fg', 'Enter');
    await expect
      .poll(program)
      .toMatchObject({ state: 'blocked', kind: 'permission', msg: 'Run rm? Token [redacted]' });
    process.stdout.write(`asked again after ${Date.now() - began} ms\n`);
    // The shell has changed the modes of the terminal, which this agent does not set again.
    await type('work', 'y', 'Enter');
    await expect.poll(program).toMatchObject({ state: 'done' });
  }
});

it('types no answer into the line of a shell when the program that has asked is gone', async () => {
  for (const line of ['sh asks.sh', 'true 1', 'sh waits.sh', 'true 2']) {
    await type('work', line, 'Enter');
    await expect.poll(async () => (await sandbox.records('work', '--last', '1'))[0]?.cmd).toBe(line);
  }
});

it('sees the end of a program in a shell without integration, and keeps how its work has ended', async () => {
  const plain = () => program('plain');
  await type('plain', AGENT_LINE, 'Enter');
  await expect.poll(plain).toMatchObject({ state: 'blocked' });
  await type('plain', 'y');
  await expect.poll(plain).toMatchObject({ state: 'done' });
  await type('plain', AGENT_LINE, 'Enter');
  await expect.poll(plain).toMatchObject({ state: 'blocked' });
  killHost(sandbox);
  await expect.poll(plain).toMatchObject({ state: 'blocked' });
  process.kill(pidOfAgent(), 'SIGKILL');
  await expect.poll(plain).toBeNull();
});

it('is told by a window in a terminal to the one around it, in no words of the program, until it is left', async () => {
  const inner = {
    COTTY_TERMINAL: '',
    COTTY_RUNTIME_DIR: join(sandbox.root, 'in'),
    XDG_STATE_HOME: join(sandbox.root, 'in-state'),
  };
  const variables = Object.entries(inner).map(([name, value]) => `${name}='${value}'`);
  await type('work', `${variables.join(' ')} '${programNode}' '${bin}' new inner -- ${AGENT_LINE}`, 'Enter');
  await expect.poll(program).toMatchObject({
    state: 'blocked',
    kind: 'permission',
    app: 'ada',
    title: 'inner',
    parts: [{ state: 'blocked' }],
  });
  expect(await program()).not.toHaveProperty('msg');
  // Detaches.
  await type('work', 'F7');
  await expect.poll(async () => (await sandbox.run(['read', 'work', '--screen'])).stdout).toContain('BROWSE');
  await type('work', 'd');
  await expect.poll(program).toBeNull();
  expect((await sandbox.run(['ls'], inner)).stdout).toContain('waits for you: permission');
  expect(await sandbox.run(['host', 'stop', '--yes'], inner)).toMatchObject({ code: 0 });
});
