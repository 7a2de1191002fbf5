import { beforeAll, expect, test } from 'vitest';
import { McpAgent } from '../support/mcp-agent.ts';
import { shareHost } from '../support/shared-host.ts';

const host = shareHost();
const run = (...args: readonly string[]) => host.sandbox.run(args);

beforeAll(async () => {
  expect(await run('new', 'build', '--detached')).toMatchObject({ code: 0 });
  expect(await run('run', 'build', '--', 'echo last words; (exit 3)')).toMatchObject({ code: 3 });
  expect(await run('kill', 'build')).toMatchObject({ code: 0 });
});

test('a terminal that was killed is listed apart, and read by its name', async () => {
  expect((await run('ls')).stdout).not.toContain('build');
  expect((await run('ls', '--closed')).stdout).toMatch(/^build +exited/m);
  const listed = JSON.parse((await run('ls', '--closed', '--json')).stdout);
  expect(listed).toMatchObject([{ name: 'build', state: 'exited', closed: { restorable: false } }]);
  const read = await run('read', 'build');
  expect(read).toMatchObject({ code: 0, stderr: expect.stringContaining('it can be read for 5 min') });
  expect(read.stdout).toContain('last words\n');
  expect((await run('read', 'build', '--screen')).stdout).toContain('last words');
  expect(await run('run', 'build', '--', 'true')).toMatchObject({ code: 3 });
  expect(await run('undo')).toMatchObject({ code: 3 });
});

test('an agent reads it as well, when it asks for it', async () => {
  const agent = await McpAgent.open(host.sandbox, 'ada');
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

test('a new terminal of that name is the one that is meant', async () => {
  expect(await run('new', 'build', '--detached')).toMatchObject({ code: 0 });
  expect((await run('read', 'build', '--screen')).stdout).not.toContain('last words');
});
