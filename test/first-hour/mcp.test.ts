import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { McpAgent } from '../support/mcp-agent.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('cotty mcp', () => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox();
  });
  afterEach(() => sandbox.clear());
  afterAll(() => sandbox.close());

  const open = (name: string, args: readonly string[] = []) => McpAgent.open(sandbox, name, args);

  test('starts a host, takes its handle from the client, and gives a second one a number', async () => {
    const first = await open('Claude Code');
    expect((await first.ok('term_list')).data).toEqual({ you: 'agent:claude-code', terminals: [] });
    const second = await open('Claude Code');
    expect((await second.ok('term_list')).data).toMatchObject({ you: 'agent:claude-code-2' });
    const named = await open('Claude Code', ['--handle', 'agent:ada']);
    expect((await named.ok('term_list')).data).toMatchObject({ you: 'agent:ada' });
    const { agents: seen } = JSON.parse((await sandbox.run(['host', 'status', '--json'])).stdout);
    expect(seen.map((one: { handle: string }) => one.handle).sort()).toEqual([
      'ada',
      'claude-code',
      'claude-code-2',
    ]);
  });

  test('makes a terminal, runs commands in it, and reads what they printed', async () => {
    const ada = await open('x', ['--handle', 'ada']);
    const made = await ada.ok('term_spawn', {
      name: 'build',
      purpose: 'unit tests',
      size: { cols: 90, rows: 20 },
    });
    expect(made.data.terminal).toMatchObject({
      name: 'build',
      shell: 'bash',
      cwd: sandbox.home,
      status: 'running',
      created_by: 'agent:ada',
      purpose: 'unit tests',
      held_by_you: true,
    });
    expect(await ada.call('term_spawn', { name: 'build' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('there is already a terminal "build"'),
    });
    const ran = await ada.ok('term_run', {
      name: 'build',
      cmd: 'stty size; printf "\\033[31mred\\033[m\\n"; (exit 3)',
    });
    expect(ran.data.record).toMatchObject({
      seq: 1,
      exit: 3,
      stdout: '20 90\nred',
      writer: 'agent:ada',
      timed_out: false,
    });
    expect(ran.text).toMatch(/^build #1 \$ stty size.*\nexit 3 · \d+\.\d\ds\n──\n20 90\nred$/);
    const lines = await ada.ok('term_run', { name: 'build', cmd: 'cat <<X\na\nb\nX' });
    expect(lines.data.record).toMatchObject({ seq: 2, exit: 0, stdout: 'a\nb', cmd: 'cat <<X\na\nb\nX' });
    // Folder and variables are those of one shell.
    await ada.ok('term_run', { name: 'build', cmd: 'cd /tmp; where=here' });
    expect((await ada.ok('term_run', { name: 'build', cmd: 'echo $where $PWD' })).data.record.stdout).toBe(
      'here /tmp',
    );
    expect((await ada.ok('term_list')).data.terminals[0]).toMatchObject({ cwd: '/tmp', last: { exit: 0 } });

    const page = await ada.ok('term_read', { name: 'build', since_seq: 2 });
    expect(page.data.records.map((record: { seq: number }) => record.seq)).toEqual([3, 4]);
    expect((await ada.ok('term_read', { name: 'build', last_n: 1 })).data.records).toHaveLength(1);
    expect((await ada.ok('term_read', { name: 'build', lines: 3 })).text).toContain('here /tmp');
    expect(await ada.call('term_read', { name: 'build', seq: 99 })).toMatchObject({
      isError: true,
      text: 'build: there is no record #99',
    });
    expect(await ada.call('term_read', { name: 'build', seq: 1, lines: 3 })).toMatchObject({ isError: true });
    expect(await ada.call('term_run', { name: 'bild', cmd: 'ls' })).toMatchObject({
      isError: true,
      text: 'there is no terminal "bild"; open terminals: build',
    });
  });
});
