import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { inputOf, openWindow, tabLine, waitForBlock } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import type { Shell } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

/** A history as each shell writes it: three commands, the last over two lines. */
const FILES: Readonly<Record<Exclude<Shell, 'dash'>, { readonly path: string; readonly text: string }>> = {
  bash: { path: '.bash_history', text: '#1700000000\necho kept-one\n#1700000001\necho kept-two\n' },
  zsh: { path: '.zsh_history', text: ': 1700000000:0;echo kept-one\n: 1700000001:0;echo kept-two\n' },
  fish: {
    path: '.local/share/fish/fish_history',
    text: '- cmd: echo kept-one\n  when: 1700000000\n- cmd: echo kept-two\n  when: 1700000001\n',
  },
};

const ALT_DOT = '\x1b.';

async function waitForInput(window: OuterTerminal, text: string): Promise<void> {
  await window.waitFor(`"${text}" in the line`, (screen) => inputOf(screen) === text);
}

describe.each(['bash', 'zsh', 'fish'] as const)('the history of %s in RUN', (shell) => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox(shell);
  });
  afterEach(() => sandbox.clear());
  afterAll(() => sandbox.close());

  beforeEach(() => {
    if (shell === 'zsh')
      sandbox.write(
        '.zshrc',
        "PS1='$ '\nunsetopt PROMPT_SP\nHISTFILE=~/.zsh_history HISTSIZE=100 SAVEHIST=100\nsetopt EXTENDED_HISTORY INC_APPEND_HISTORY\n",
      );
    if (shell === 'bash')
      sandbox.write(
        '.bashrc',
        "PS1='$ '\nHISTTIMEFORMAT='%F '\nHISTCONTROL=ignorespace\nPROMPT_COMMAND='history -a'\n",
      );
    sandbox.write(FILES[shell].path, FILES[shell].text);
  });

  test('is what Up, a prefix, a suggestion, Alt+. and Ctrl+R find in a fresh terminal, and later in another', async () => {
    const window = await openWindow(sandbox);
    window.send(key.up);
    await waitForInput(window, 'echo kept-two');
    window.send(key.up);
    await waitForInput(window, 'echo kept-one');
    window.send(key.down, key.down, 'echo kept-o');
    await window.waitFor('a suggestion', (screen) => {
      return inputOf(screen) === 'echo kept-o' && screen.line(screen.cursor.y).includes('echo kept-one');
    });
    window.send(key.right, key.enter);
    await waitForBlock(window, '✓ 0 echo kept-one');
    window.send(`ls ${ALT_DOT}`);
    await waitForInput(window, 'ls kept-one');
    window.send(ALT_DOT);
    await waitForInput(window, 'ls kept-two');
    window.send(ctrl('c'), ctrl('r'), 'two');
    await window.waitForText(/^ History .* 1\/1$/m);
    window.send(key.enter);
    await waitForInput(window, 'echo kept-two');

    // It follows the file, and other terminals of cotty, their exit and folder.
    window.send(ctrl('c'), 'cd /; false from-here', key.enter);
    await waitForBlock(window, '✗ 1 cd /; false from-here');
    const { path, text } = FILES[shell];
    appendFileSync(join(sandbox.home, path), text.replaceAll('kept-two', 'came-later'));
    window.send(ctrl('e'));
    await window.waitFor('a second tab', (screen) => (tabLine(screen).match(/[○●]/g) ?? []).length === 2);
    await window.waitFor('an empty screen', (screen) => !screen.lines().join().includes('from-here'));
    window.send('echo came');
    await window.waitForText('echo came-later');
    window.send(ctrl('c'), ctrl('r'), 'from-here');
    await window.waitForText(/^› ✗ 1 +\d+s +cd \/; false from-here +~$/m);
    await window.waitForText(/✗ 1 · .* · root #\d+ · ~ · you/);

    // The same filters as in the history, which another Ctrl+R opens with them.
    window.send(ctrl('u'), 'is:failed here');
    await window.waitForText(/^ History .* 1\/1$/m);
    window.send(ctrl('r'));
    await window.waitForText(/^ History › is:failed here/m);
  });

  test('takes commands from RUN as if they were typed in the shell', async () => {
    const window = await openWindow(sandbox);
    window.send('echo from-run', key.enter);
    await waitForBlock(window, '✓ 0 echo from-run');
    window.send(' echo hidden', key.enter);
    await window.waitForText(/^hidden/m);
    window.send('exit', key.enter);
    const file = join(sandbox.home, FILES[shell].path);
    await expect.poll(() => (existsSync(file) ? readFileSync(file, 'utf8') : '')).toContain('echo from-run');
    if (shell !== 'zsh') expect(readFileSync(file, 'utf8')).not.toContain('hidden');
  });
});
