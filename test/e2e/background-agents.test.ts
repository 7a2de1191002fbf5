/** The sessions of an agent's background service have the environment of whoever has started it: their hooks report for no terminal. */

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { needs } from '../support/programs.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

/**
 * An agent with a background service. `--bg` gives the service a session, and starts the service where there is none; without, the
 * session runs here. Each session asks for a permission by a hook, which has a session of its own, as agents start them.
 */
const AGENT = `
import { spawn } from 'node:child_process'
import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
const [mode, session] = process.argv.slice(2)
const hook = (name) => {
  const input = JSON.stringify({ session_id: name, hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command: 'touch ' + name } })
  const line = process.env.COTTY_NODE + ' ' + process.env.COTTY_BIN + ' agent report --from claude'
  const child = spawn('sh', ['-c', line], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  child.stdin.end(input)
  child.on('exit', () => writeFileSync('reported-' + name, ''))
}
if (mode === 'service') {
  setInterval(() => {
    for (const name of existsSync('jobs') ? readdirSync('jobs') : []) {
      rmSync('jobs/' + name)
      hook(name)
    }
    if (existsSync('end')) process.exit()
  }, 50)
} else if (mode === '--bg') {
  if (!existsSync('service')) {
    writeFileSync('service', '')
    spawn(process.execPath, ['agent.mjs', 'service'], { detached: true, stdio: 'ignore' }).unref()
  }
  writeFileSync('jobs/' + session, '')
} else {
  hook(session)
  setInterval(() => {}, 1000)
}
`;

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = new Sandbox();
  sandbox.env['COTTY_NODE'] = process.execPath;
  sandbox.env['COTTY_BIN'] = bin;
  sandbox.write('agent.mjs', AGENT);
  mkdirSync(join(sandbox.home, 'jobs'));
  for (const name of ['a', 'b'])
    expect(await sandbox.run(['new', name, '--detached'])).toMatchObject({ code: 0 });
});

afterAll(async () => {
  sandbox?.write('end', '');
  await sandbox?.close();
});

async function programs(): Promise<Record<string, unknown>> {
  const { stdout } = await sandbox.run(['ls', '--json']);
  const all: readonly { readonly name: string; readonly program?: unknown }[] = JSON.parse(stdout);
  return Object.fromEntries(all.map(({ name, program }) => [name, program]));
}

const type = async (name: string, ...keys: readonly string[]) =>
  expect(await sandbox.run(['send', name, ...keys])).toMatchObject({ code: 0 });

const hasReported = (session: string) => existsSync(join(sandbox.home, `reported-${session}`));

it('a session in the background asks in no terminal, neither where the service was started nor where the session was', async () => {
  expect(await sandbox.run(['run', 'a', '--', `'${process.execPath}' agent.mjs --bg one`])).toMatchObject({
    code: 0,
  });
  await expect.poll(() => hasReported('one')).toBe(true);
  await type('a', 'sleep 300', 'Enter');
  await type('b', `'${process.execPath}' agent.mjs --bg two; sleep 300`, 'Enter');
  await expect.poll(() => hasReported('two')).toBe(true);
  expect(await programs()).toEqual({ a: null, b: null });
});

it('a session that runs in a terminal asks there, though its hooks have no terminal of their own', async () => {
  await type('b', 'C-c');
  await type('b', `'${process.execPath}' agent.mjs here three`, 'Enter');
  await expect
    .poll(programs)
    .toMatchObject({ a: null, b: { state: 'blocked', by: 'hook', msg: 'Bash: touch three' } });
});

it('a session in a tmux asks in the terminal that shows it, and nowhere when none does', async () => {
  needs('tmux');
  expect(await sandbox.run(['new', 'c', '--detached'])).toMatchObject({ code: 0 });
  const socket = join(sandbox.root, 'mux');
  await type('c', `tmux -S '${socket}' -f /dev/null new-session`, 'Enter');
  await expect.poll(async () => (await sandbox.run(['read', 'c', '--screen'])).stdout).toContain('[0]');
  await type('c', `'${process.execPath}' agent.mjs here four`, 'Enter');
  await expect.poll(programs).toMatchObject({ c: { state: 'blocked', by: 'hook', msg: 'Bash: touch four' } });
  await type('c', 'C-c');
  await type('c', `sleep 1; '${process.execPath}' agent.mjs here five`, 'Enter');
  await type('c', 'C-b', 'd');
  await expect.poll(async () => (await sandbox.run(['read', 'c', '--screen'])).stdout).toContain('[detached');
  await type('c', 'sleep 300', 'Enter');
  await expect.poll(() => hasReported('five')).toBe(true);
  expect(await programs()).toMatchObject({ c: null });
  expect(spawnSync('tmux', ['-S', socket, 'kill-server']).status).toBe(0);
});
