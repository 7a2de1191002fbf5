import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { isAtPrompt, openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { isRunning } from '../support/is-running.ts';
import { hostOf, keeperOf, killHost } from '../support/kill-host.ts';
import { processesMarked } from '../support/left-behind.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

const readIn = ({ home }: Sandbox, name: string) =>
  existsSync(join(home, name)) ? readFileSync(join(home, name), 'utf8') : '';

/** Resolves when another host serves. */
async function exchangeHost(sandbox: Sandbox): Promise<void> {
  const killed = killHost(sandbox);
  await expect.poll(() => isRunning(killed)).toBe(false);
  expect(await sandbox.run(['ls'])).toMatchObject({ code: 0 });
}

const countsOf = (window: OuterTerminal) =>
  [...window.screenText().matchAll(/^count (\d+)$/gm)].map(([, count]) => Number(count));

describe('a host that is killed', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  test('leaves its programs running, and the next one goes on with their blocks', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox, { cols: 90, rows: 40 });
    window.type('echo before\r');
    await waitForBlock(window, '✓ 0 echo before');
    window.type('for i in $(seq 1000); do echo count $i; sleep 0.1; done; (exit 3)\r');
    await window.waitForText('count 3');
    await exchangeHost(sandbox);
    const last = Math.max(...countsOf(window));
    await window.waitForText(`count ${last + 5}`);
    const counts = countsOf(window);
    expect(counts).toEqual(counts.map((_, index) => (counts[0] ?? 0) + index));
    window.type('\x03');
    await window.waitFor('a prompt', isAtPrompt);
    window.type('echo after\r');
    await waitForBlock(window, '✓ 0 echo after');
    const { stdout } = await sandbox.run(['history', '--json']);
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { seq: 1, cmd: 'echo before', exit: 0 },
      { seq: 2, exit: 130 },
      { seq: 3, cmd: 'echo after', exit: 0 },
    ]);
  });

  test('leaves unsaved text in an editor, which goes on being typed', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    window.type('vim -n -u NONE some.txt\r');
    await window.waitForText('"some.txt"');
    await waitForMode(window, 'RAW');
    window.type('iunsaved');
    await window.waitForText(/^unsaved$/m);
    await exchangeHost(sandbox);
    await window.waitForText(/^unsaved$/m);
    await waitForMode(window, 'RAW');
    window.type(' text\x1b:wq\r');
    await waitForBlock(window, '✓ 0 vim -n -u NONE some.txt');
    expect(readIn(sandbox, 'some.txt')).toBe('unsaved text\n');
  });

  test('is brought back again and again', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    for (let round = 0; round < 5; round += 1) {
      window.type(`echo round ${round}\r`);
      await waitForBlock(window, `✓ 0 echo round ${round}`);
      await exchangeHost(sandbox);
      await window.waitFor('a prompt', isAtPrompt);
    }
  });
});

describe('a keeper', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  test('that is killed is replaced, and the next one keeps programs as well', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    window.type('x=kept\r');
    await waitForBlock(window, '✓ 0 x=kept');
    const first = keeperOf(sandbox);
    process.kill(first ?? 0, 'SIGKILL');
    await expect.poll(() => [first, undefined].includes(keeperOf(sandbox))).toBe(false);
    await exchangeHost(sandbox);
    await window.waitFor('a prompt', isAtPrompt);
    window.type('echo "it is $x"\r');
    await window.waitForText('it is kept');
  });

  test('ends with the last terminal, and with a host that is stopped', async () => {
    sandbox = new Sandbox();
    await sandbox.run(['new', 'a']);
    const first = keeperOf(sandbox) ?? 0;
    expect(isRunning(first)).toBe(true);
    await sandbox.run(['kill', 'a']);
    await expect.poll(() => isRunning(first)).toBe(false);
    await sandbox.run(['new', 'b']);
    await expect.poll(() => keeperOf(sandbox)).toBeTypeOf('number');
    const second = keeperOf(sandbox) ?? 0;
    await sandbox.run(['host', 'stop', '--yes']);
    await expect.poll(() => isRunning(second)).toBe(false);
  });

  test('that comes too late starts no host: one that was stopped stays so', async () => {
    sandbox = new Sandbox();
    await sandbox.run(['new', 'a']);
    await sandbox.run(['host', 'stop', '--yes']);
    const late = await sandbox.run([
      'host',
      '--background',
      '--adopt',
      encodeURIComponent('ahp-terminal:/a'),
    ]);
    expect(late).toMatchObject({ code: 0 });
    expect(hostOf(sandbox)).toBeUndefined();
    const log = readFileSync(join(sandbox.root, 'run', 'host.log'), 'utf8');
    expect(log).toContain(`the keeper (process ${process.pid}) of this host holds nothing any more`);
  });

  test('lets go of a terminal that is closed: what it left in the background gets its hangup', async () => {
    sandbox = new Sandbox();
    await sandbox.run(['new', 'kept']);
    await sandbox.run(['new', 'a']);
    const survivor = `setsid sh -c 'cat; echo hung up > end' < $(tty) &`;
    expect(await sandbox.run(['send', 'a', survivor, 'Enter'])).toMatchObject({ code: 0 });
    await expect
      .poll(() => processesMarked(`COTTY_TEST_MARK=${sandbox.root}`).map(({ command }) => command))
      .toContain('cat');
    await sandbox.run(['kill', 'a']);
    await expect.poll(() => readIn(sandbox, 'end')).toBe('hung up\n');
  });
});
