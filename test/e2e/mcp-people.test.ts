import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { blocksOf, openWindow, tabLine, waitForBlock, waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

const PYTEST = `#!/bin/sh
sleep 1.5
until [ -e "$HOME/go" ]; do sleep 0.1; done
echo '...... [100%]'
echo '6 passed in 4.18s'
`;

describe('two agents and a person in one terminal', () => {
  let sandbox: Sandbox;
  let pm: McpAgent;
  let builder: McpAgent;
  let window: OuterTerminal;
  beforeAll(() => {
    sandbox = new Sandbox();
    sandbox.env['PATH'] = `${join(sandbox.home, 'bin')}:${sandbox.env['PATH']}`;
  });
  beforeEach(async () => {
    chmodSync(sandbox.write('bin/pytest', PYTEST), 0o755);
    window = await openWindow(sandbox);
    pm = await McpAgent.open(sandbox, 'pm', ['--compat']);
    builder = await McpAgent.open(sandbox, 'builder', ['--compat']);
  });
  afterEach(() => sandbox.clear());
  afterAll(() => sandbox.close());

  /** The second tab comes to the front. */
  async function look(): Promise<void> {
    await window.waitFor('the tab', (screen) => /build/.test(tabLine(screen)));
    window.send('\x1b2');
    await waitForMode(window, 'RUN');
  }

  function headerOf(command: string): string {
    return window.screen.lines().find((line) => line.includes(` ${command} `)) ?? '';
  }

  test('the worked example: pm is woken by what builder runs, and the person sees who runs what', async () => {
    await pm.ok('aegis_term_spawn', { name: 'build', from_handle: 'pm' });
    const subscribed = await pm.ok('aegis_term_subscribe', { name: 'build', from_handle: 'pm' });
    // The person's own window keeps a feed.
    expect(subscribed.data).toMatchObject({ ok: true, subscribers: expect.arrayContaining(['agent:pm']) });
    await look();

    const woken = pm.ok('term_wait', { timeout: 90 });
    const running = builder.ok('aegis_term_run', { name: 'build', cmd: 'pytest -q', from_handle: 'builder' });
    await window.waitFor('the badge', (screen) => /build[^│]*@builder/.test(tabLine(screen)));
    sandbox.write('go', '');
    const record = JSON.parse((await running).text);
    expect(record).toMatchObject({
      seq: 1,
      cmd: 'pytest -q',
      writer: 'agent:builder',
      exit: 0,
      stdout: '...... [100%]\n6 passed in 4.18s',
      stderr: '',
      killed_by_restart: false,
      timed_out: false,
    });
    expect(record.duration_s).toBeGreaterThan(1);

    const { text } = await woken;
    expect(text).toMatch(
      /^✉ from term:build · \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\n\$ pytest -q · run by agent:builder\nexit 0 · \d+\.\d\ds\n──\n\.{6} \[100%\]\n6 passed in 4\.18s$/,
    );
    // Its writer is not woken by it.
    expect((await builder.ok('term_wait', { timeout: 0.3 })).data.wakes).toEqual([]);
    await waitForBlock(window, '✓ 0 pytest -q');
    expect(headerOf('pytest -q')).toContain('@builder');

    // Raw keys: a command that takes too long is interrupted.
    const slow = await builder.ok('aegis_term_run', {
      name: 'build',
      cmd: 'sleep 600',
      from_handle: 'builder',
      timeout: 2.0,
    });
    expect(JSON.parse(slow.text)).toMatchObject({ timed_out: true, finished_at: null });
    expect(
      (await builder.ok('aegis_term_keys', { name: 'build', keys: '\\x03', from_handle: 'builder' })).data,
    ).toEqual({
      ok: true,
    });
    expect((await pm.ok('term_wait', { timeout: 90 })).data.wakes).toMatchObject([
      { cmd: 'sleep 600', exit: 130, timed_out: true, writer: 'agent:builder' },
    ]);
    await window.waitFor('the chip', (screen) =>
      blocksOf(screen).some((block) => /(?:\^C|! timeout) sleep 600$/.test(block)),
    );
    expect(JSON.parse((await pm.ok('aegis_term_read', { name: 'build', since_seq: 1 })).text)).toMatchObject([
      { seq: 2, cmd: 'sleep 600', exit: 130, timed_out: true },
    ]);
    expect((await pm.ok('aegis_term_close', { name: 'build', from_handle: 'pm' })).data).toEqual({
      ok: true,
    });
  });

  test('the person takes the wheel, the agent is told who has it, asks, and gets it back', async () => {
    await builder.ok('term_spawn', { name: 'build' });
    await look();
    await builder.ok('term_run', { name: 'build', cmd: 'echo first' });
    await waitForBlock(window, '✓ 0 echo first');

    window.type('echo mine');
    window.send(key.enter);
    await window.waitForText('@builder holds this terminal · Enter takes it over');
    window.send(key.enter);
    await waitForBlock(window, '✓ 0 echo mine');
    const refused = await builder.call('term_run', { name: 'build', cmd: 'echo no' });
    expect(refused).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^build: \S+ holds this terminal\. Ask for it \(term_claim/),
    });
    const { stdout } = await sandbox.run(['read', 'build', '--last', '5', '--json']);
    expect(stdout).not.toContain('echo no');
    expect(
      (await builder.ok('term_list')).data.terminals.find((one: { name: string }) => one.name === 'build'),
    ).toMatchObject({
      held_by_you: false,
      last: { cmd: 'echo mine' },
    });

    // It asks, and is told at once that it may not.
    const declined = builder.call('term_claim', { name: 'build', ask: true, timeout: 600 });
    await window.waitForText('@builder asks for this terminal');
    window.send('\x18');
    expect(await declined).toMatchObject({
      isError: true,
      text: expect.stringMatching(/^build: \S+ declined: not now\. Work in a terminal of your own/),
    });
    await window.waitFor(
      'the question is gone',
      (screen) => !tabLine(screen).includes('@builder?') && !screen.text().includes('asks for this terminal'),
    );

    // It asks anew; the person sees who, and hands it over with one key.
    const asking = builder.ok('term_claim', { name: 'build', ask: true, timeout: 90 });
    await window.waitForText('@builder asks for this terminal');
    window.send('\x0f');
    expect((await asking).data).toEqual({ held: true });
    const ran = await builder.ok('term_run', { name: 'build', cmd: 'echo again' });
    expect(ran.data.record).toMatchObject({ exit: 0, writer: 'agent:builder' });
    await waitForBlock(window, '✓ 0 echo again');
  });

  test('an agent reads what a person runs in a terminal of their own, and is woken by it', async () => {
    await pm.ok('term_subscribe', { all: true, failed: true });
    window.type('echo "Error: port 3000 is in use"; (exit 1)');
    window.send(key.enter);
    const woken = await pm.ok('term_wait', { timeout: 90 });
    expect(woken.data.wakes).toMatchObject([
      { exit: 1, tail: ['Error: port 3000 is in use'], writer: expect.stringMatching(/^user:/) },
    ]);
    const [wake] = woken.data.wakes;
    expect((await pm.ok('term_read', { name: wake.terminal, seq: wake.seq })).text).toContain(
      'port 3000 is in use',
    );
    expect((await pm.ok('term_list')).text).toMatch(/created by user/);
    expect(await pm.call('term_close', { name: wake.terminal })).toMatchObject({
      isError: true,
      text: expect.stringMatching(/made this terminal/),
    });
  });
});
