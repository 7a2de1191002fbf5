import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitForBlock, waitForMode } from '../support/face.ts';
import { Sandbox } from '../support/sandbox.ts';

test('the first picture of a window has its tabs and the word of its mode, which is not bold', async () => {
  const sandbox = new Sandbox();
  try {
    await sandbox.run(['new', 'build', '--detached', '--', 'sleep 600']);
    const window = sandbox.open();
    let first = '';
    await window.waitFor('a picture', (screen) => {
      first = screen.alternate ? screen.text() : '';
      return first.trim() !== '';
    });
    expect(first).toMatch(/^ *● build/);
    await waitForMode(window, 'RUN');
    expect(first).toMatch(/\n *RUN [^\n]*$/);
    const word = window.screen.cells(window.screen.rows - 1).filter(({ text }) => /[RUN]/.test(text));
    expect(word.slice(0, 3).flatMap(({ attributes }) => attributes)).not.toContain('bold');
  } finally {
    await sandbox.close();
  }
});

/** A start with nothing running yet; each test types at another moment of it. */
describe('what is typed while a window starts', () => {
  let sandbox: Sandbox;
  beforeEach(() => {
    sandbox = new Sandbox();
  });
  afterEach(() => sandbox.close());

  test('runs in order when it came before the window had the terminal', async () => {
    const window = sandbox.open();
    window.send('echo first\r', 'echo second\r');
    await waitForBlock(window, '✓ 0 echo first');
    await waitForBlock(window, '✓ 0 echo second');
  });

  test('runs in order when it came before the first terminal', async () => {
    const window = sandbox.open();
    await window.waitFor('the alternate screen', ({ alternate }) => alternate);
    window.send('echo first\r');
    window.send('echo second\r');
    await waitForBlock(window, '✓ 0 echo first');
    await waitForBlock(window, '✓ 0 echo second');
    expect(window.screenText()).not.toContain('command not found');
  });

  test('runs when it came with the first tab', async () => {
    const window = sandbox.open();
    await window.waitForText('~');
    window.send('echo first\r');
    await waitForBlock(window, '✓ 0 echo first');
  });
});
