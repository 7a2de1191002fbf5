import { describe, expect, test } from 'vitest';
import { blocksOf, isAtPrompt, waitForBlock } from '../support/face.ts';
import { key } from '../support/keys.ts';
import { sharedWindow } from '../support/shared-window.ts';

/** To the end of the blocks. */
const ctrlEnd = '\x1b[1;5F';

describe('the screen', () => {
  const shared = sharedWindow();

  test.each(['clear', 'reset'])('is cleared by %s; the blocks are one page up, and recorded', async (cmd) => {
    const { window, sandbox, tab } = shared;
    window.type('echo before\r');
    await waitForBlock(window, '✓ 0 echo before');
    window.type(`${cmd}\r`);
    await window.waitFor('an empty screen', (screen) => blocksOf(screen).length === 0 && isAtPrompt(screen));
    window.type('echo after\r');
    await waitForBlock(window, '✓ 0 echo after');
    expect(blocksOf(window.screen)).toEqual(['✓ 0 echo after']);
    window.send(key.pageUp);
    await waitForBlock(window, '✓ 0 echo before');
    expect((await sandbox.run(['history', '--terminal', tab])).stdout).toContain('echo before');
    window.send(ctrlEnd);
  });

  test('cleared at the start of a command leaves what this command prints, also while it runs', async () => {
    const { window } = shared;
    window.type('echo before\r');
    await waitForBlock(window, '✓ 0 echo before');
    window.type('clear; echo shown; read x\r');
    await window.waitFor(
      'only the running command',
      (screen) => /^shown$/m.test(screen.text()) && !screen.text().includes('before'),
    );
    window.type('x\r');
    await window.waitFor(
      'its block alone',
      (screen) => blocksOf(screen).join() === '✓ 0 clear; echo shown; read x',
    );
  });

  test('shows a long output whole, to scroll through, and leaves it so when there is a newer one', async () => {
    const { window } = shared;
    window.type('seq 20000\r');
    await waitForBlock(window, '✓ 0 seq 20000');
    // A page up there are the lines above, not the block before.
    window.send(key.pageUp);
    // Lines that were left out of the burst are fetched when they come into sight.
    await window.waitFor('the page above', (screen) => /^199[4-6]\d$/m.test(screen.text()));
    window.send(key.pageUp);
    await window.waitFor('lines of the middle', (screen) => /^199[0-3]\d$/m.test(screen.text()));
    window.send('\x1b[1;5H');
    await window.waitForText(/^1$/m);
    window.send(ctrlEnd);
    window.type('true\r');
    await waitForBlock(window, '✓ 0 true');
    await window.waitFor('all of its last lines', (screen) => {
      const at = screen.lines().findIndex((line) => line.includes('✓  true'));
      return [1, 10, 20].every((up) => screen.line(at - up).trim() === String(20_001 - up));
    });
  });
});
