import { afterEach, beforeEach, expect, test } from 'vitest';
import { McpAgent } from '../support/mcp-agent.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeEach(async () => {
  sandbox = new Sandbox();
  expect(await sandbox.run(['new', 'build', '--detached'])).toMatchObject({ code: 0 });
  expect(await sandbox.run(['run', 'build', '--', 'echo last words; (exit 3)'])).toMatchObject({ code: 3 });
  expect(await sandbox.run(['kill', 'build'])).toMatchObject({ code: 0 });
});
afterEach(() => sandbox.close());

test('a terminal that was killed is listed apart, and read by its name', async () => {
  expect((await sandbox.run(['ls'])).stdout).not.toContain('build');
  expect((await sandbox.run(['ls', '--closed'])).stdout).toMatch(/^build +exited/m);
  const listed = JSON.parse((await sandbox.run(['ls', '--closed', '--json'])).stdout);
  expect(listed).toMatchObject([{ name: 'build', state: 'exited', closed: { restorable: false } }]);
  const read = await sandbox.run(['read', 'build']);
  expect(read).toMatchObject({ code: 0, stderr: expect.stringContaining('it can be read for 5 min') });
  expect(read.stdout).toContain('last words\n');
  expect((await sandbox.run(['read', 'build', '--screen'])).stdout).toContain('last words');
  expect(await sandbox.run(['run', 'build', '--', 'true'])).toMatchObject({ code: 3 });
  expect(await sandbox.run(['undo'])).toMatchObject({ code: 3 });
});

test('a new terminal of that name is the one that is meant', async () => {
  expect(await sandbox.run(['new', 'build', '--detached'])).toMatchObject({ code: 0 });
  expect((await sandbox.run(['read', 'build', '--screen'])).stdout).not.toContain('last words');
});

test('an agent reads it as well, when it asks for it', async () => {
  const agent = await McpAgent.open(sandbox, 'ada');
  try {
    const texts = async (name: string, args = {}) => (await agent.call(name, args)).text;
    expect(await texts('term_list', {})).not.toContain('build');
    expect(await texts('term_list', { closed: true })).toContain('closed, can be read until');
    expect(await texts('term_read', { name: 'build' })).toContain('last words');
    expect(await texts('term_screen', { name: 'term:build' })).toContain('last words');
    expect(await texts('term_keys', { name: 'build', keys: 'x' })).toContain('there is no terminal');
  } finally {
    await agent.close();
  }
});
