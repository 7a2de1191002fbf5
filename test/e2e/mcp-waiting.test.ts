import { spawn } from 'node:child_process';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { McpAgent } from '../support/mcp-agent.ts';
import { programNode } from '../support/node.ts';
import { bin, Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

describe('an agent', () => {
  let ada: McpAgent;
  beforeEach(async () => {
    ada = await McpAgent.open(sandbox, 'x', ['--handle', 'ada']);
    await ada.ok('term_spawn', { name: 'dev' });
  });

  test('waits for a line of a running server, and is woken when its own server ends', async () => {
    const script = sandbox.write(
      'serve.sh',
      'echo starting; until [ -e go ]; do sleep 0.1; done; echo "ready on :5173"; until [ -e stop ]; do sleep 0.1; done; exit 3\n',
    );
    const begun = await ada.ok('term_run', { name: 'dev', cmd: `sh ${script}`, wait: false });
    expect(begun.text).toMatch(/still runs · command_id cmd-1/);
    expect((await ada.ok('term_wait', { name: 'dev', until: 'ready', timeout: 1 })).data).toMatchObject({
      timed_out: true,
    });
    sandbox.write('go', '');
    const ready = await ada.ok('term_wait', { name: 'dev', until: 'ready on :\\d+' });
    expect(ready.data).toMatchObject({ line: 'ready on :5173', timed_out: false });
    expect((await ada.ok('term_subscribe', { name: 'dev' })).text).toContain('and to your own cmd-1');
    sandbox.write('stop', '');
    expect((await ada.ok('term_wait', { name: 'dev' })).data.wakes).toMatchObject([{ seq: 1, exit: 3 }]);
    expect(await ada.call('term_wait', { name: 'dev', until: '(' })).toMatchObject({ isError: true });
  });

  test('sees the screen after its keys, and what a command waits for at its timeout', async () => {
    const asked = await ada.ok('term_run', { name: 'dev', cmd: 'read -p "go on? [y/n] " x', timeout: 2 });
    expect(asked.text).toContain('It seems to wait for an answer to "go on? [y/n]"');
    const typed = await ada.ok('term_keys', { name: 'dev', keys: 'y<Enter>' });
    expect(typed.text).toContain('go on? [y/n]');
    await expect
      .poll(async () => (await ada.ok('term_screen', { name: 'dev' })).text)
      .toMatch(/no command runs[\s\S]*go on\? \[y\/n\] y$/m);
    const secret = await ada.ok('term_run', { name: 'dev', cmd: 'read -s -p "Password: " x', timeout: 2 });
    expect(secret.text).toContain('It waits for a password (echo is off)');
  });

  test('gets as much of an output as it asks for, once, and runs a command elsewhere', async () => {
    const some = await ada.ok('term_run', { name: 'dev', cmd: 'seq 5000', tail: 3 });
    expect(some.data.record.stdout).toMatch(/^… 4997 lines above: .*\n4998\n4999\n5000$/);
    const long = await ada.ok('term_read', { name: 'dev', max_chars: 3000 });
    expect(long.text.length).toBeLessThan(3600);
    expect(long.text).toContain('\n5000');
    const plain = await ada.ok('term_read', { name: 'dev', max_chars: 3000 }, { fields: false });
    expect(plain).toEqual({ text: long.text, isError: false, data: undefined });
    const short = await ada.ok('term_read', { name: 'dev', tail: 2 }, { fields: false });
    expect(short.data).toMatchObject({ records: [{ exit: 0 }] });
    const env = { A: 'x y' };
    const there = await ada.ok('term_run', { name: 'dev', cmd: 'echo "$A" $PWD', cwd: '/tmp', env });
    expect(there.data.record.stdout).toBe('x y /tmp');
    expect((await ada.ok('term_run', { name: 'dev', cmd: 'echo "<$A>" $PWD' })).data.record.stdout).toBe(
      `<> ${sandbox.home}`,
    );
  });
});

test('what a script has asked is answered although its input has ended', async () => {
  await sandbox.openTerminals('dev');
  const asked = [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    },
    { method: 'notifications/initialized' },
    {
      id: 2,
      method: 'tools/call',
      params: { name: 'term_run', arguments: { name: 'dev', cmd: 'sleep 1; echo "last"words' } },
    },
    { id: 3, method: 'tools/call', params: { name: 'term_wait', arguments: { timeout: 300 } } },
    { method: 'notifications/cancelled', params: { requestId: 3 } },
  ];
  const mcp = spawn(programNode, [bin, 'mcp'], { cwd: sandbox.home, env: sandbox.env });
  let answers = '';
  mcp.stdout.on('data', (chunk: Buffer) => (answers += chunk.toString()));
  mcp.stdin.end(asked.map((each) => `${JSON.stringify({ jsonrpc: '2.0', ...each })}\n`).join(''));
  const code = await new Promise((resolve) => mcp.once('close', resolve));
  expect([code, answers.includes('\\nlastwords')]).toEqual([0, true]);
});
