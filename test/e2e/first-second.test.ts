import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { waitForBlock } from '../support/face.ts';
import { Sandbox } from '../support/sandbox.ts';

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
