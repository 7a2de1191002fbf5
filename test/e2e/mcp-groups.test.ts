import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { waitForBlock } from '../support/face.ts';
import { key } from '../support/keys.ts';
import { killAndAwaitNext } from '../support/kill-host.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('an agent with several terminals', () => {
  let sandbox: Sandbox;
  let ada: McpAgent;
  beforeAll(() => {
    sandbox = new Sandbox();
  });
  beforeEach(async () => {
    ada = await McpAgent.open(sandbox, 'x', ['--handle', 'ada']);
    for (const name of ['one', 'two', 'slow']) {
      await ada.ok('term_spawn', { name });
      await ada.ok('term_run', { name, cmd: `me=${name}` });
    }
  });
  afterEach(() => sandbox.clear());
  afterAll(() => sandbox.close());

  /** `slow` waits for a file, the others end at once. */
  const MIXED =
    'echo "I am $me"; if [ $me = slow ]; then until [ -e go ]; do sleep 0.1; done; fi; test $me != two';

  test('runs a command in all, and gets one table; a hanging one is told at the timeout', async () => {
    const progress: string[] = [];
    const ran = await ada.ok(
      'term_run',
      { terminals: ['one', 'two', 'ONE', 'nope', 'slow'], cmd: MIXED, timeout: 3 },
      { onProgress: ({ message = '' }) => progress.push(message) },
    );
    expect(ran.data.rows).toMatchObject([
      { terminal: 'one', state: 'ended', seq: 2, exit: 0, lines: 1, output: 'I am one' },
      { terminal: 'two', state: 'ended', seq: 2, exit: 1, output: 'I am two' },
      { terminal: 'nope', state: 'not_run', note: expect.stringContaining('there is no terminal "nope"') },
      { terminal: 'slow', state: 'running', seq: 2, exit: null, timed_out: true, output: 'I am slow' },
    ]);
    expect(ran.text).toMatch(/^one {3}#2 exit 0 · .* · 1 lines$/m);
    expect(ran.text).toContain('── two #2\nI am two');
    expect(progress.join('\n')).toContain('slow | I am slow');

    // One that goes on wakes who watches it, and can be waited for.
    expect((await ada.ok('term_subscribe', { name: 'slow' })).text).toContain('your own cmd-2');
    const waits = ada.ok('term_wait', { terminals: ['one', 'slow'] });
    sandbox.write('go', '');
    expect((await waits).data).toMatchObject({
      timed_out: false,
      rows: [
        { terminal: 'one', state: 'ended', seq: 2 },
        { terminal: 'slow', state: 'ended', seq: 2, exit: 0 },
      ],
    });
    expect((await ada.ok('term_wait', { name: 'slow' })).data.wakes).toMatchObject([{ seq: 2, exit: 0 }]);
  });

  test('gets an answer at the first end with any, and the others go on', async () => {
    const ran = await ada.ok('term_run', { terminals: ['slow', 'two'], any: true, cmd: MIXED });
    expect(ran.data.rows).toMatchObject([
      { terminal: 'slow', state: 'running' },
      { terminal: 'two', state: 'ended', exit: 1 },
    ]);
    const late = await ada.ok('term_wait', { terminals: ['slow'], timeout: 0.5 });
    expect(late.data).toMatchObject({ timed_out: true, rows: [{ state: 'running' }] });
    const first = ada.ok('term_wait', { terminals: ['two', 'slow'], any: true });
    sandbox.write('go', '');
    expect((await first).data.rows).toMatchObject([
      { state: 'ended' },
      { terminal: 'slow', state: 'ended', exit: 0 },
    ]);
  });

  test('may run only where it may type: others, people and busy shells refuse, each by name', async () => {
    const bob = await McpAgent.open(sandbox, 'x', ['--handle', 'bob']);
    await bob.ok('term_spawn', { name: 'bobs' });
    await bob.ok('term_claim', { name: 'bobs' });
    await ada.ok('term_run', { name: 'slow', cmd: 'sleep 1000', wait: false });
    const ran = await ada.ok('term_run', { terminals: ['one', 'bobs', 'slow'], cmd: 'echo ran' });
    expect(ran.data.rows).toMatchObject([
      { terminal: 'one', state: 'ended', exit: 0 },
      { terminal: 'bobs', state: 'not_run', note: expect.stringContaining('bob') },
      { terminal: 'slow', state: 'not_run', note: expect.stringContaining('busy: `sleep 1000`') },
    ]);
    expect((await bob.ok('term_read', { name: 'bobs', lines: 50 })).text).not.toContain('ran');
    const none = await ada.call('term_run', { terminals: ['bobs', 'slow'], cmd: 'echo ran' });
    expect(none).toMatchObject({ isError: true, text: expect.stringContaining('slow  not run: busy') });
    await bob.close();
  });

  test('does not type where a person types in a window', async () => {
    const window = sandbox.open(['attach', 'two']);
    await window.waitForText(/^\$ /m);
    window.type('echo mine');
    window.send(key.enter);
    await window.waitForText('@ada holds this terminal · Enter takes it over');
    window.send(key.enter);
    await waitForBlock(window, '✓ 0 echo mine');
    const ran = await ada.ok('term_run', { terminals: ['one', 'two'], cmd: 'echo ran' });
    expect(ran.data.rows).toMatchObject([
      { terminal: 'one', state: 'ended', exit: 0 },
      { terminal: 'two', state: 'not_run', exit: null, note: expect.stringContaining('holds this terminal') },
    ]);
    expect(window.screenText()).not.toContain('ran');
  });

  test('is asked before a dangerous command once for all, and told what does not go together', async () => {
    expect(await ada.call('term_run', { terminals: ['one', 'two'], cmd: 'rm -rf /' })).toMatchObject({
      isError: true,
      text: expect.stringContaining('call again with confirm: true'),
    });
    for (const wrong of [
      { cmd: 'true' },
      { cmd: 'true', name: 'one', terminals: ['two'] },
      { cmd: 'true', name: 'one', any: true },
    ])
      expect(await ada.call('term_run', wrong)).toMatchObject({ isError: true });
    expect(await ada.call('term_wait', { terminals: ['one'], seq: 1 })).toMatchObject({ isError: true });
    const begun = await ada.ok('term_run', { terminals: ['one', 'slow'], cmd: MIXED, wait: false });
    expect(begun.data.rows).toHaveLength(2);
    sandbox.write('go', '');
  });

  test('gets an answer where one is closed in the middle, and where the host is killed', async () => {
    const ran = ada.call('term_run', {
      terminals: ['one', 'two', 'slow'],
      cmd: 'echo begun; until [ -e go ]; do sleep 0.1; done; (exit 3)',
    });
    for (const name of ['one', 'two', 'slow'])
      await expect
        .poll(async () => (await ada.ok('term_read', { name, last_n: 1 })).text, { timeout: 60_000 })
        .toContain('begun');
    expect(await sandbox.run(['kill', 'two'])).toMatchObject({ code: 0 });
    await killAndAwaitNext(sandbox);
    sandbox.write('go', '');
    const { data, isError, text } = await ran;
    expect(isError, text).toBe(false);
    expect(data.rows.map(({ terminal }: { terminal: string }) => terminal)).toEqual(['one', 'two', 'slow']);
    expect(['ended', 'killed', 'lost']).toContain(data.rows[1].state);
    expect(data.rows[1]).toMatchObject({
      seq: 2,
      exit: null,
      note: expect.stringMatching(/closed|ended without an exit code/),
    });
    // A shell's loop may end with its host, or go on under the next one.
    for (const at of [0, 2]) expect(['ended', 'killed']).toContain(data.rows[at].state);
  });
});
