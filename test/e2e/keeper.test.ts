import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isAtPrompt, openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { isRunning } from '../support/is-running.ts';
import { exchangeHost, hostOf, keeperOf } from '../support/kill-host.ts';
import { processesMarked } from '../support/left-behind.ts';
import { needs } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

const readIn = ({ home }: Sandbox, name: string) =>
  existsSync(join(home, name)) ? readFileSync(join(home, name), 'utf8') : '';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

describe('a host that is killed', () => {
  test('leaves unsaved text in an editor, which goes on being typed', async () => {
    needs('vim');
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
  test('that is killed is replaced, and the next one keeps programs as well', async () => {
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
    await sandbox.run(['new', 'a']);
    await expect.poll(() => isRunning(keeperOf(sandbox) ?? -1)).toBe(true);
    const first = keeperOf(sandbox) ?? 0;
    await sandbox.run(['kill', 'a']);
    await expect.poll(() => isRunning(first)).toBe(false);
    await sandbox.run(['new', 'b']);
    await expect.poll(() => keeperOf(sandbox)).toBeTypeOf('number');
    const second = keeperOf(sandbox) ?? 0;
    await sandbox.run(['host', 'stop', '--yes']);
    await expect.poll(() => isRunning(second)).toBe(false);
  });

  test('that comes too late starts no host: one that was stopped stays so', async () => {
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
    expect(log).toContain(`the fd holder (process ${process.pid}) that started this host is out of date`);
  });

  test('lets go of a terminal that is closed: what it left in the background gets its hangup', async () => {
    needs('setsid');
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
