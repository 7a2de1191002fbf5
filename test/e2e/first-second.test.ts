import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { leftModes, waitForBlock, waitForMode } from '../support/face.ts';
import { isRunning } from '../support/is-running.ts';
import { Sandbox } from '../support/sandbox.ts';

const FIRST_LOOK = 'joining your host, or starting it';

test('the first picture of a window has its tabs and the word of its mode, which is not bold', async () => {
  const sandbox = new Sandbox();
  try {
    await sandbox.run(['new', 'build', '--detached', '--', 'sleep 600']);
    const window = sandbox.open();
    let first = '';
    await window.waitFor('a picture', (screen) => {
      first = screen.alternate && !screen.text().includes(FIRST_LOOK) ? screen.text() : '';
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

describe('before its host answers, a window', () => {
  let sandbox: Sandbox;
  let host: number;
  beforeEach(async () => {
    sandbox = new Sandbox();
    await sandbox.run(['new', 'build', '--detached']);
    host = Number(/process +(\d+)/.exec((await sandbox.run(['host', 'status'])).stdout)?.[1]);
    expect(isRunning(host)).toBe(true);
    process.kill(host, 'SIGSTOP');
  });
  afterEach(async () => {
    process.kill(host, 'SIGCONT');
    await sandbox.close();
  });

  test('says what it waits for, takes keys, and goes on when the host does', async () => {
    const window = sandbox.open();
    const screen = await window.waitForText(FIRST_LOOK);
    expect(screen.alternate).toBe(true);
    window.send('echo ear', 'ly\r');
    process.kill(host, 'SIGCONT');
    await waitForBlock(window, '✓ 0 echo early');
  });

  test('is left by Ctrl+C with a clean terminal', async () => {
    const window = sandbox.open();
    await window.waitForText(FIRST_LOOK);
    window.send('\x03');
    expect(await window.exited).toMatchObject({ exitCode: 130 });
    expect(leftModes(window.screen)).toEqual([]);
    expect(window.screenText()).not.toContain(FIRST_LOOK);
  });
});

test('why a window does not open stands on the screen of the shell', async () => {
  const sandbox = new Sandbox();
  try {
    const window = sandbox.open(['--connect', 'unix:/nowhere.sock']);
    expect(await window.exited).toMatchObject({ exitCode: 4 });
    expect(window.raw).toContain('connecting to unix:/nowhere.sock');
    expect(leftModes(window.screen)).toEqual([]);
    expect(window.screenText().trim()).toMatch(/^cotty: cannot connect to unix:\/nowhere\.sock: /);
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
