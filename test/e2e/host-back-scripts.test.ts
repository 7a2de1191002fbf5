import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { killAndAwaitNext, killHost } from '../support/kill-host.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import { Sandbox } from '../support/sandbox.ts';
import { Script } from '../support/script.ts';
import { Tap } from '../support/tap.ts';

/** A program that waits for a file, and says so before. */
const UNTIL_GO = 'echo begun; until [ -e go ]; do sleep 0.05; done; echo gone; exit 3';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

describe('an agent whose host is killed', () => {
  let ada: McpAgent;
  beforeEach(async () => {
    ada = await McpAgent.open(sandbox, 'x', ['--handle', 'ada']);
    await ada.ok('term_spawn', { name: 'dev' });
    await ada.ok('term_run', { name: 'dev', cmd: 'true' });
  });

  const running = () =>
    expect.poll(async () => (await ada.ok('term_read', { name: 'dev', last_n: 1 })).text).toContain('begun');

  test('gets the end of the command that it runs, with its number and all of its output', async () => {
    const script = sandbox.write('wait.sh', UNTIL_GO);
    const ran = ada.call('term_run', { name: 'dev', cmd: `sh ${script}` });
    await running();
    await killAndAwaitNext(sandbox);
    sandbox.write('go', '');
    const { data, text, isError } = await ran;
    expect(isError, text).toBe(false);
    expect(data.record).toMatchObject({ seq: 2, command_id: 'cmd-2', exit: 3, writer: 'agent:ada' });
    expect(data.record.stdout).toBe('begun\ngone');
    const next = await ada.ok('term_run', { name: 'dev', cmd: 'echo after' });
    expect(next.data.record).toMatchObject({ seq: 3, command_id: 'cmd-3', exit: 0, stdout: 'after' });
  });

  test('goes on waiting for a command, and for a line of it, and is woken by what it watches', async () => {
    const script = sandbox.write('wait.sh', UNTIL_GO);
    await ada.ok('term_run', { name: 'dev', cmd: `sh ${script}`, wait: false });
    await ada.ok('term_subscribe', { name: 'dev' });
    const ended = ada.call('term_wait', { name: 'dev', seq: 2 });
    const line = ada.call('term_wait', { name: 'dev', until: '^gone' });
    const wakes = ada.call('term_wait', { name: 'dev' });
    await running();
    await killAndAwaitNext(sandbox);
    sandbox.write('go', '');
    expect(await ended).toMatchObject({
      isError: false,
      data: { record: { seq: 2, command_id: 'cmd-2', exit: 3 }, timed_out: false },
    });
    expect(await line).toMatchObject({ isError: false, data: { line: 'gone', timed_out: false } });
    expect(await wakes).toMatchObject({ data: { wakes: [{ seq: 2, exit: 3 }] } });
  });

  test('holds its terminal as before', async () => {
    await ada.ok('term_claim', { name: 'dev' });
    await killAndAwaitNext(sandbox);
    const list = await ada.ok('term_list');
    expect(list.text).toMatch(/dev.*you/);
    expect(await ada.ok('term_keys', { name: 'dev', keys: 'echo typed<Enter>' })).toMatchObject({
      isError: false,
    });
  });
});

describe('a script whose host is killed', () => {
  beforeEach(async () => {
    await sandbox.openTerminals('dev');
  });

  const begun = () =>
    expect
      .poll(async () => (await sandbox.run(['read', 'dev'])).stdout, { interval: 300 })
      .toContain('begun');

  test('gets the output of the command and its exit code from `cotty run`', async () => {
    const script = sandbox.write('wait.sh', UNTIL_GO);
    const ran = sandbox.run(['run', 'dev', '--', 'sh', script]);
    await begun();
    await killAndAwaitNext(sandbox);
    sandbox.write('go', '');
    expect(await ran).toMatchObject({ code: 3, stdout: 'begun\ngone\n' });
  });

  test('is told of the end by `cotty wait` and `cotty watch`', async () => {
    const script = sandbox.write('wait.sh', UNTIL_GO);
    const ran = sandbox.run(['run', 'dev', '--', 'sh', script]);
    await begun();
    const [waiting, watching] = [await Tap.open(sandbox, 'wait.sock'), await Tap.open(sandbox, 'watch.sock')];
    const waited = new Script(sandbox, ['wait', 'dev', '--connect', waiting.url]);
    const watch = new Script(sandbox, ['watch', '--connect', watching.url]);
    // Then they know what has ended by now.
    await waiting.said('"records":');
    await watching.said('"records":');
    await killAndAwaitNext(sandbox);
    sandbox.write('go', '');
    expect(await waited.ended).toBe(3);
    await watch.said('wait.sh');
    expect(watch.stdout).toMatch(/sh .*wait\.sh/);
    watch.interrupt();
    await watch.ended;
    waiting.close();
    watching.close();
    await ran;
  });

  test('finds the terminal while the host is being brought back', async () => {
    killHost(sandbox);
    expect(await sandbox.run(['ls'])).toMatchObject({ code: 0, stdout: expect.stringContaining('dev') });
  });
});
