/** What the hooks of an agent report, from its settings to those who look at the list of terminals. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { killHost } from '../support/kill-host.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Runs the hooks in the settings of Claude Code as that does: asks for a permission, is answered by a line, and is done. */
const AGENT = `
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
const { hooks } = JSON.parse(readFileSync('.claude/settings.json', 'utf8'))
const run = (event, more) => {
  const input = JSON.stringify({ session_id: 's1', hook_event_name: event, ...more })
  for (const { hooks: lines } of hooks[event])
    for (const { command } of lines) {
      const { status, stdout, stderr } = spawnSync('sh', ['-c', command], { input, encoding: 'utf8' })
      writeFileSync('ran', [event, status, stdout, stderr].join('|') + '\\n', { flag: 'a' })
    }
}
run('UserPromptSubmit')
run('PermissionRequest', { tool_name: 'Bash', tool_input: { command: 'rm -r a; echo ghp_' + 'a'.repeat(36) } })
process.stdin.once('data', () => {
  run('PostToolUse', { tool_response: 'x'.repeat(3_000_000) })
  run('Stop')
  process.exit()
})
`;

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = new Sandbox();
  sandbox.write('agent.mjs', AGENT);
  for (const name of ['work', 'other'])
    expect(await sandbox.run(['new', name, '--detached'])).toMatchObject({ code: 0 });
});

afterAll(() => sandbox?.close());

async function program(name = 'work'): Promise<unknown> {
  const { stdout } = await sandbox.run(['ls', '--json']);
  const all: readonly { readonly name: string; readonly program?: unknown }[] = JSON.parse(stdout);
  return all.find((each) => each.name === name)?.program;
}

const settings = () => join(sandbox.home, '.claude/settings.json');

it('asks and is done by its hooks, also under the next host', async () => {
  expect(await sandbox.run(['agent', 'hook', 'claude', 'status'])).toMatchObject({ code: 1 });
  expect(await sandbox.run(['agent', 'hook', 'claude', 'install'])).toMatchObject({ code: 0 });
  expect(await sandbox.run(['agent', 'hook', 'claude', 'status'])).toMatchObject({ code: 0 });
  expect(await sandbox.run(['send', 'work', `'${process.execPath}' agent.mjs`, 'Enter'])).toMatchObject({
    code: 0,
  });
  const asks = {
    state: 'blocked',
    kind: 'permission',
    app: 'claude-code',
    by: 'hook',
    msg: 'Bash: rm -r a; echo [redacted]',
  };
  await expect.poll(program).toMatchObject(asks);
  expect((await sandbox.run(['agent', 'explain', 'work'])).stdout).toContain('claude PermissionRequest');
  killHost(sandbox);
  await expect.poll(program).toMatchObject(asks);
  expect(await sandbox.run(['send', 'work', 'y', 'Enter'])).toMatchObject({ code: 0 });
  await expect.poll(program).toMatchObject({ state: 'done', by: 'hook' });
  // Hooks say nothing, and never fail: agents would read it. The host hears of the last one before it has ended.
  await expect
    .poll(() => readFileSync(join(sandbox.home, 'ran'), 'utf8'))
    .toBe('UserPromptSubmit|0||\nPermissionRequest|0||\nPostToolUse|0||\nStop|0||\n');
  expect(await sandbox.run(['agent', 'hook', 'claude', 'remove'])).toMatchObject({ code: 0 });
  expect(existsSync(settings())).toBe(false);
});

it('takes reports only from within the terminal', async () => {
  const uri = JSON.parse((await sandbox.run(['ls', '--json'])).stdout).find(
    (each: { readonly name: string }) => each.name === 'other',
  )?.uri;
  const line = `COTTY_TERMINAL=${uri} '${process.execPath}' '${join(import.meta.dirname, '../../bin/cotty.js')}' agent report done`;
  expect(await sandbox.run(['run', 'work', '--', line])).toMatchObject({ code: 125 });
  expect(await program('other')).toBeNull();
});
