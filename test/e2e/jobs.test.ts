import { afterEach, describe, expect, test } from 'vitest';
import { openWindow, waitForBlock, waitForKeysToGo, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import { Sandbox } from '../support/sandbox.ts';

let sandbox: Sandbox | undefined;
afterEach(() => sandbox?.close());

// fish says 0 of what was suspended.
describe.each(['bash', 'zsh'] as const)('a job of %s', (shell) => {
  test('that Ctrl+Z suspends is no failure: in its block, the filter, the lists and the record', async () => {
    const made = new Sandbox(shell);
    sandbox = made;
    const window = await openWindow(made);
    window.type('cat\r');
    await waitForKeysToGo(window, 'cat');
    // Until the program runs, Ctrl+Z goes to the shell.
    window.type('up\r');
    await window.waitFor('the line twice', (screen) => screen.text().match(/^\s*up$/gm)?.length === 2);
    window.send(ctrl('z'));
    await window.waitForText(/^ {2}\^Z suspended {2}cat/m);
    window.type('false\r');
    await waitForBlock(window, '✗ 1 false');

    window.send(ctrl('r'));
    await window.waitForText(/\^Z +\d+s +cat/);
    window.send(key.escape);
    await window.waitFor('no list', (screen) => !/^ History .*\d$/m.test(screen.text()));
    window.send(key.escape);
    await waitForMode(window, 'BROWSE');
    window.send('f');
    await window.waitFor('only what failed', (screen) => !/\^Z suspended/.test(screen.text()));
    await waitForBlock(window, '✗ 1 false');
    window.send('f', 'a', 'cat');
    await window.waitForText(/\^Z +home +cat/);
    window.send(key.escape);

    const past = await made.run(['history']);
    expect(past.stdout).toMatch(/ suspended +\S+ +cat\n/);
    const failed = await made.run(['history', '--failed']);
    expect(failed.stdout).toMatch(/ 1 +\S+ +false\n/);
    expect(failed.stdout).not.toContain('cat');
  });
});
