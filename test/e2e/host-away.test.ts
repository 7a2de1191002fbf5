import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  blocksOf,
  isAtPrompt,
  openWindow,
  waitForBlock,
  waitForKeysToGo,
  waitForMode,
} from '../support/face.ts';
import { hostOf, killKeeper } from '../support/kill-host.ts';
import { processesMarked } from '../support/left-behind.ts';
import { needs } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox;
beforeAll(() => {
  sandbox = new Sandbox();
});
afterEach(() => sandbox.clear());
afterAll(() => sandbox.close());

describe('a full-screen program that a signal has ended', () => {
  test('leaves a screen that is put right', async () => {
    needs('vim');
    const window = await openWindow(sandbox);
    window.type('vim -n -u NONE -c "set mouse=a" some.txt\r');
    await window.waitForText('"some.txt"');
    await waitForMode(window, 'RAW');
    // What vim asks of its terminal is answered by then, so that no answer comes to the shell.
    window.type('itext');
    await window.waitForText(/^text/m);
    const vim = processesMarked(`COTTY_TEST_MARK=${sandbox.root}`).find(({ command }) =>
      command.startsWith('vim '),
    );
    process.kill(vim?.pid ?? 0, 'SIGKILL');
    await waitForMode(window, 'RUN');
    await window.waitFor(
      'blocks and a prompt',
      (screen) => blocksOf(screen).length === 1 && isAtPrompt(screen),
    );
    window.type('echo after\r');
    await waitForBlock(window, '✓ 0 echo after');
    expect(window.screenText()).not.toContain('"some.txt"');
  });
});

describe('a host that was killed with its keeper', () => {
  test('is started again by its window, which says so, has its blocks back, and types nothing into a new shell', async () => {
    const window = await openWindow(sandbox);
    window.type('echo before\r');
    await waitForBlock(window, '✓ 0 echo before');
    window.type('cat\r');
    await waitForKeysToGo(window, 'cat');
    const killed = hostOf(sandbox);
    killKeeper(sandbox);
    process.kill(killed ?? 0, 'SIGKILL');
    await window.waitForText('the host is not reachable, trying again');
    window.type('echo for-cat\r');
    await window.waitForText('the host had ended and was started again');
    await window.waitForText('keys typed meanwhile were not sent');
    await window.waitForText('Enter offers it again');
    expect(hostOf(sandbox)).not.toBe(killed);
    await waitForBlock(window, '✓ 0 echo before');
    window.type('echo after\r');
    await waitForBlock(window, '✓ 0 echo after');
    expect(window.screenText()).not.toContain('for-cat');
  });
});
