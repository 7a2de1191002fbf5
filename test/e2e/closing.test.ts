import { afterEach, describe, expect, test } from 'vitest';
import {
  blocksOf,
  frontTab,
  isAtPrompt,
  openTab,
  openWindow,
  tabLine,
  waitForBlock,
  waitForMode,
} from '../support/face.ts';
import { alt, ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

describe('closing a tab', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  test('asks when it is the last one, in which something runs; undo brings it back with its program', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    window.type('sleep 77\r');
    await window.waitForText(/RUN\s+sleep .*keys go to it/);
    window.send(key.f7);
    await waitForMode(window, 'BROWSE');
    window.send('x');
    await window.waitForText('sleep 77 runs there.');
    await window.waitForText('It is the last tab');
    window.send('n');
    await window.waitFor('no question', (screen) => !/Close (~|sleep)\?/.test(screen.text()));
    window.send('x');
    await window.waitForText(/Close (~|sleep)\?/);
    window.send('y');
    await window.exited;
    expect(window.screenText()).toMatch(/`cotty undo` brings (~|sleep) back/);
    expect((await sandbox.run(['ls'])).stdout).toContain('No terminals');

    expect(await sandbox.run(['undo'])).toMatchObject({ code: 0, stdout: 'term:1 is back\n' });
    const again = sandbox.open();
    await again.waitForText(/RUN\s+sleep .*keys go to it/);
  });

  test('asks about jobs of its shell, also when another tab is closed by the middle button', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    window.type('sleep 88 &\r');
    await window.waitForText('[1]');
    await openTab(window, 'other');
    const column = tabLine(window.screen).indexOf('~') + 1;
    window.send(`\x1b[<1;${column};1M\x1b[<1;${column};1m`);
    await window.waitForText('Its shell has a job: sleep.');
    expect(frontTab(window.screen)).toContain('other');
    window.send(key.escape);
    await window.waitFor('no question', (screen) => !screen.text().includes('has a job'));
    window.send(alt('w'));
    // Nothing runs in the other one, so that it goes at once; the toast names a key that works in RUN.
    await window.waitForText(/closed other · Alt\+Z undoes/);
    await window.waitFor('the first tab', (screen) => frontTab(screen).includes('~'));
    window.send(alt('z'));
    await window.waitFor('the other tab', (screen) => frontTab(screen).includes('other'));
  });

  test('is undone from another window', async () => {
    sandbox = new Sandbox();
    const first = await openWindow(sandbox);
    await openTab(first, 'build');
    const second = sandbox.open();
    await waitForMode(second, 'RUN');
    first.send(alt('w'));
    await second.waitFor('the tab is gone', (screen) => !tabLine(screen).includes('build'));
    second.send(alt('z'));
    await second.waitFor('the tab in front', (screen) => frontTab(screen).includes('build'));
    await second.waitForText('build is back');
  });
});

describe('a shell that ends', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  const leave: [string, (window: OuterTerminal) => void][] = [
    ['exit', (window) => window.type('exit\r')],
    ['Ctrl+D', (window) => window.send(ctrl('d'))],
  ];

  test.each(leave)('by %s after a failed command takes its tab along', async (_name, end) => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox);
    await openTab(window, 'work');
    window.type('false\r');
    await waitForBlock(window, '✗ 1 false');
    await window.waitFor('a prompt', isAtPrompt);
    end(window);
    if (_name === 'Ctrl+D') {
      await window.waitForText('End this shell?');
      window.send('y');
    }
    await window.waitFor('the first tab', (screen) => !tabLine(screen).includes('work'));
    expect(blocksOf(window.screen)).toEqual([]);
  });

  test.each([80, 44])('by a signal stays, and says so and what to do, in %i columns', async (cols) => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox, { cols });
    window.type('kill -9 $$\r');
    await window.waitForText(/killed by SIGKILL · Enter closes/);
    window.resize(cols - 2, 30);
    await window.waitFor('the other size', (screen) => /killed by .*Enter closes/s.test(screen.line(29)));
    // What the host says to the new size would be here before the palette is.
    window.send(key.f9);
    await window.waitForText('type to filter');
    window.send(key.escape);
    await window.waitFor('no list', (screen) => !screen.text().includes('type to filter'));
    expect(window.screenText()).not.toContain('refused');
    window.send('\r');
    expect((await window.exited).exitCode).toBe(0);
  });
});
