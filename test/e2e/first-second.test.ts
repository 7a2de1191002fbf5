import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leftModes, waitForBlock, waitForMode } from '../support/face.ts';
import { isRunning } from '../support/is-running.ts';
import { Sandbox } from '../support/sandbox.ts';
import { shareHost } from '../support/shared-host.ts';

const FIRST_LOOK = 'joining your host, or starting it';

describe('a window that opens', () => {
  const shared = shareHost();
  let host = 0;
  afterAll(() => {
    if (host > 0 && isRunning(host)) process.kill(host, 'SIGCONT');
  });

  test('says what it waits for, is left clean by Ctrl+C, takes keys, and goes on when the host does', async () => {
    const { sandbox } = shared;
    await sandbox.run(['new', 'other', '--detached']);
    host = Number(/process +(\d+)/.exec((await sandbox.run(['host', 'status'])).stdout)?.[1]);
    expect(isRunning(host)).toBe(true);
    process.kill(host, 'SIGSTOP');
    const left = shared.start([]);
    await left.waitForText(FIRST_LOOK);
    left.send('\x03');
    expect(await left.exited).toMatchObject({ exitCode: 130 });
    expect(leftModes(left.screen)).toEqual([]);
    expect(left.screenText()).not.toContain(FIRST_LOOK);

    const window = shared.start([]);
    const screen = await window.waitForText(FIRST_LOOK);
    expect(screen.alternate).toBe(true);
    window.send('echo ear', 'ly\r');
    process.kill(host, 'SIGCONT');
    await waitForBlock(window, '✓ 0 echo early');
  });

  test('has its tabs and the word of its mode, which is not bold, in its first image', async () => {
    const { sandbox } = shared;
    await sandbox.run(['kill', 'other']);
    await sandbox.run(['new', 'build', '--detached', '--', 'sleep 600']);
    const window = shared.start([]);
    let first = '';
    await window.waitFor('an image', (screen) => {
      first = screen.alternate && !screen.text().includes(FIRST_LOOK) ? screen.text() : '';
      return first.trim() !== '';
    });
    expect(first).toMatch(/^ *● build/);
    await waitForMode(window, 'RUN');
    expect(first).toMatch(/\n *RUN [^\n]*$/);
    const word = window.screen.cells(window.screen.rows - 1).filter(({ text }) => /[RUN]/.test(text));
    expect(word.slice(0, 3).flatMap(({ attributes }) => attributes)).not.toContain('bold');
  });

  test('says on the screen of the shell why it cannot', async () => {
    const window = shared.start(['--connect', 'unix:/nowhere.sock']);
    expect(await window.exited).toMatchObject({ exitCode: 4 });
    expect(window.raw).toContain('connecting to unix:/nowhere.sock');
    expect(leftModes(window.screen)).toEqual([]);
    expect(window.screenText().trim()).toMatch(/^cotty: cannot connect to unix:\/nowhere\.sock: /);
  });
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
    await window.waitForText('home');
    window.send('echo first\r');
    await waitForBlock(window, '✓ 0 echo first');
  });
});
