/** Commands that do not end by themselves: `term_run` answers when they fill the screen or wait for keys, and says what ends them. */

import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { McpAgent } from '../support/mcp-agent.ts';
import { needs } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
let ada: McpAgent;
/** The terminal of this test, which a person has opened: those of agents have a pager that ends. */
let name: string;
let made = 0;
beforeAll(async () => {
  sandbox = new Sandbox();
  const lines = Array.from({ length: 200 }, (_, n) => `line ${n}\n`).join('');
  sandbox.write('many.txt', lines);
  await sandbox.openTerminals('first');
  ada = await McpAgent.open(sandbox, 'ada');
});
beforeEach(async () => {
  name = `own-${++made}`;
  await sandbox.openTerminals(name);
  // The client that has made the terminal holds it until the host has seen it go.
  await expect.poll(async () => (await ada.call('term_claim', { name })).isError).not.toBe(true);
});
afterAll(() => sandbox.close());

/** Runs a program that does not end, and ends it by the keys that the answer names. */
async function ends(cmd: string, program: string, keys: string): Promise<string> {
  const { text, data } = await ada.ok('term_run', { name, cmd, timeout: 60 });
  expect(data.record).toMatchObject({ finished_at: null, timed_out: false });
  expect(text).toMatch(
    new RegExp(`^${program} is a (full-screen program|program that reads single keys) `, 'm'),
  );
  expect(text).toContain(`term_keys keys=${JSON.stringify(keys)} ends ${program}`);
  await ada.ok('term_keys', { name, keys });
  const { data: over } = await ada.ok('term_wait', { name, seq: data.record.seq, timeout: 20 });
  expect(over.record.finished_at).not.toBeNull();
  return text;
}

test('a pager ends with q', async () => {
  needs('less');
  await ends('less many.txt', 'less', 'q');
  // Without the alternate screen.
  await ends('less -X many.txt', 'less', 'q');
});

test('the pager of another program is named, and ends with q', async () => {
  needs('git', 'less');
  execFileSync('git', ['init', '-q'], { cwd: sandbox.home });
  for (let n = 0; n < 3; n++) {
    const body = Array.from({ length: 30 }, (_, each) => `line ${each}`).join('\n');
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.org'];
    execFileSync('git', [...who, 'commit', '-q', '--allow-empty', '-m', `change ${n}\n\n${body}`], {
      cwd: sandbox.home,
    });
  }
  await ends('git log', 'git', 'q');
});

test('an editor ends with its own keys', async () => {
  needs('vim');
  await ends('vim many.txt', 'vim', '<Esc>:q!<Enter>');
});

test('a monitor, which goes on drawing, ends with q', async () => {
  needs('htop');
  await ends('htop', 'htop', 'q');
});

test('a program that asks at a prompt of its own ends with the end of its input', async () => {
  needs('python3');
  await ends('python3 -q', 'python3', '<C-d>');
});

test('Ctrl+C that ends nothing says so, and what would', async () => {
  needs('less');
  const { data } = await ada.ok('term_run', { name, cmd: 'less many.txt' });
  const interrupted = await ada.ok('term_interrupt', { name });
  expect(interrupted.data).toEqual({ ok: true, ended: false });
  expect(interrupted.text).toContain('Ctrl+C ended nothing: "less many.txt" still runs');
  expect(interrupted.text).toContain('term_keys keys="q" ends less');
  await ada.ok('term_keys', { name, keys: 'q' });
  await ada.ok('term_wait', { name, seq: data.record.seq });
  const cmd = `trap '' INT; echo deaf; until [ -e over-${made} ]; do sleep 0.1; done; trap - INT`;
  const deaf = await ada.ok('term_run', { name, cmd, wait: false });
  await expect.poll(async () => (await ada.ok('term_screen', { name })).text).toMatch(/^deaf$/m);
  expect((await ada.ok('term_interrupt', { name })).text).toContain('it ignores Ctrl+C');
  sandbox.write(`over-${made}`, '');
  const { data: over } = await ada.ok('term_wait', { name, seq: deaf.data.record.seq });
  expect(over.record).toMatchObject({ exit: 0 });
});

test('a command that works without keys is waited for, also while it passes keys on', async () => {
  const { data } = await ada.ok('term_run', { name, cmd: 'sleep 3; echo done' });
  expect(data.record).toMatchObject({ exit: 0, stdout: 'done' });
  needs('script');
  const passed = await ada.ok('term_run', { name, cmd: "script -qec 'sleep 3; echo done' /dev/null" });
  expect(passed.data.record).toMatchObject({ exit: 0 });
});
