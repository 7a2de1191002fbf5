import { describe, expect, test } from 'vitest';
import {
  blocksOf,
  frontTab,
  hasDialog,
  isAtPrompt,
  openTab,
  openWindow,
  tabLine,
  waitForBlock,
  waitForMode,
} from '../support/face.ts';
import { alt, ctrl, key } from '../support/keys.ts';
import { shareHost } from '../support/shared-host.ts';
import { sharedWindow } from '../support/shared-window.ts';

/** Each of these ends the last terminal there is, so that the next one begins with none. */
describe('the last tab', () => {
  const host = shareHost();

  test.each([80, 44])(
    'whose shell is ended by a signal stays, and says so and what to do, in %i columns',
    async (cols) => {
      const window = await openWindow(host.sandbox, { cols });
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
    },
  );

  test('asks before it closes, and names what runs in it; undo brings it back with its program', async () => {
    const { sandbox } = host;
    const window = await openWindow(sandbox);
    window.type('sleep 77\r');
    await window.waitForText(/RUN\s+sleep .*keys go to it/);
    window.send(key.f7);
    await waitForMode(window, 'BROWSE');
    window.send('x');
    await window.waitForText('sleep 77 runs there.');
    await window.waitForText('It is the last tab');
    window.send('n');
    await window.waitFor('no question', (screen) => !/Close home(?:-\d+)?\?/.test(screen.text()));
    window.send('x');
    await window.waitForText(/Close home(?:-\d+)?\?/);
    window.send('y');
    await window.exited;
    expect(window.screenText()).toMatch(/`cotty undo` brings home(?:-\d+)? back/);
    expect((await sandbox.run(['ls'])).stdout).toContain('No terminals');

    expect(await sandbox.run(['undo'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^home(?:-\d+)? is back\n$/),
    });
    const again = sandbox.open();
    await again.waitForText(/RUN\s+sleep .*keys go to it/);
  });
});

describe('a tab beside others', () => {
  const shared = sharedWindow();

  test('is asked about when its shell has jobs, also when the middle button closes it from another one', async () => {
    const { window, tab } = shared;
    window.type('sleep 88 &\r');
    await window.waitForText('[1]');
    await openTab(window, 'other');
    const column = tabLine(window.screen).indexOf(tab) + 1;
    window.send(`\x1b[<1;${column};1M\x1b[<1;${column};1m`);
    await window.waitForText('Its shell has a job: sleep.');
    expect(frontTab(window.screen)).toContain('other');
    window.send(key.escape);
    await window.waitFor('no question', (screen) => !screen.text().includes('has a job'));
    window.send(alt('w'));
    // Nothing runs in the other one, so that it goes at once; the toast names a key that works in RUN.
    await window.waitForText(/closed other · Alt\+Z undoes/);
    await window.waitFor('the tab before', (screen) => frontTab(screen).includes(tab));
    window.send(alt('z'));
    await window.waitFor('the other tab', (screen) => frontTab(screen).includes('other'));
    window.send(alt('w'));
    await window.waitFor('the tab before', (screen) => frontTab(screen).includes(tab));
    window.type('kill %1; wait\r');
    await waitForBlock(window, '✓ 0 kill %1; wait');
  });

  test('is brought back from another window', async () => {
    const { window: first } = shared;
    await openTab(first, 'build');
    const second = shared.openOther();
    await waitForMode(second, 'RUN');
    first.send(alt('w'));
    await second.waitFor('the tab is gone', (screen) => !tabLine(screen).includes('build'));
    second.send(alt('z'));
    await second.waitFor('the tab in front', (screen) => frontTab(screen).includes('build'));
    await second.waitForText('build is back');
  });

  const leave: [string, string][] = [
    ['exit', 'exit\r'],
    ['Ctrl+D', ctrl('d')],
  ];

  test.each(leave)(
    'goes with its shell that ends by %s, and Alt+Z opens a new one below its blocks, in its folder',
    async (_name, end) => {
      const { window, tab } = shared;
      await openTab(window, 'work');
      window.type('mkdir -p here; cd here; false\r');
      await waitForBlock(window, '✗ 1 mkdir -p here; cd here; false');
      await window.waitFor('a prompt', isAtPrompt);
      window.type(end);
      await window.waitForText(/closed work · Alt\+Z undoes/);
      await window.waitFor(
        'the tab before',
        (screen) => frontTab(screen).includes(tab) && isAtPrompt(screen),
      );
      expect(tabLine(window.screen)).not.toContain('work');
      expect(blocksOf(window.screen)).toEqual([]);
      window.send(alt('z'));
      window.type('basename $PWD\r');
      await waitForBlock(window, '✓ 0 basename $PWD');
      expect(frontTab(window.screen)).toContain('work');
      expect(blocksOf(window.screen)).toContain('✗ 1 mkdir -p here; cd here; false');
      expect(window.screenText()).toMatch(/^here\b/m);
    },
  );

  test('stays when Ctrl+D ends an inner shell, and what is typed ahead goes to the outer one', async () => {
    const { window, tab } = shared;
    window.type('bash --norc\r');
    await window.waitFor('the inner shell', (screen) => /^bash-[\d.]+[$#]/m.test(screen.text()));
    window.send(ctrl('d'));
    window.type('echo out$SHLVL\r');
    await waitForBlock(window, '✓ 0 echo out$SHLVL');
    await window.waitForText(/^out\d/m);
    expect([frontTab(window.screen), hasDialog(window.screen)]).toEqual([
      expect.stringContaining(tab),
      false,
    ]);
  });

  test('says with the words of its shell that a job is stopped, when Ctrl+D comes first', async () => {
    const { window, tab } = shared;
    // Until the program runs, Ctrl+Z goes to the shell.
    window.type("sh -c 'echo $(echo up); exec sleep 88'\r");
    await window.waitForText(/^\s*up$/m);
    window.send(ctrl('z'));
    await window.waitFor('a prompt', isAtPrompt);
    window.send(ctrl('d'));
    await window.waitForText('There are stopped jobs.');
    window.type('kill %1\r');
    await waitForBlock(window, '✓ 0 kill %1');
    expect(frontTab(window.screen)).toContain(tab);
  });
});
