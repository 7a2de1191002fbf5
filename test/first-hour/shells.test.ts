import { afterAll, afterEach, beforeAll, describe, test } from 'vitest';
import { openWindow, waitForBlock, waitForKeysToGo } from '../support/face.ts';
import { ctrl } from '../support/keys.ts';
import { Sandbox } from '../support/sandbox.ts';

describe.each(['bash', 'zsh', 'fish'] as const)('%s', (shell) => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox(shell);
  });
  afterEach(() => sandbox.clear());
  afterAll(() => sandbox.close());

  test('reports exit codes as the shell does', async () => {
    const window = await openWindow(sandbox);
    window.type('false\r');
    await waitForBlock(window, '✗ 1 false');
    window.type('no-such-program\r');
    await waitForBlock(window, '✗ 127 no-such-program');
    window.type(shell === 'fish' ? 'fish -c "exit 3"\r' : '(exit 3)\r');
    await window.waitForText('✗ 3');
    window.type('false | true\r');
    await waitForBlock(window, '✓ 0 false | true');
    window.type("sh -c 'echo $(echo up); exec sleep 600'\r");
    // Until the program runs, Ctrl+C goes to the shell.
    await window.waitForText(/^\s*up$/m);
    await waitForKeysToGo(window, 'sleep');
    window.send(ctrl('c'));
    await window.waitFor('the interrupted block', (screen) => /(?:\^C|130) .*sleep 600/.test(screen.text()));
  });
});
