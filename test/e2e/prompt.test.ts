import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inputOf, modeOf, waitForBlock } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { Shell } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Prompts of two lines with a branch, as people have them. */
const PROMPTS: Readonly<Record<Shell, readonly [file: string, text: string]>> = {
  bash: ['.bashrc', "PS1='\\[\\e[36m\\]app\\[\\e[0m\\] (main)\\n$ '\n"],
  zsh: ['.zshrc', "PROMPT=$'%F{cyan}app%f (main)\\n$ '\nRPROMPT='right'\nunsetopt PROMPT_SP\n"],
  fish: [
    '.config/fish/config.fish',
    "function fish_greeting; end\nfunction fish_prompt; echo (set_color cyan)app(set_color normal)' (main)'; echo -n '$ '; end\n",
  ],
};

/** Blanks at the end of a line are not read. */
const isAt = (text: string) => (screen: OuterScreen) =>
  screen.line(screen.cursor.y).padEnd(text.length).startsWith(text) && screen.cursor.x === text.length;

describe.each(['bash', 'zsh', 'fish'] as const)('the prompt of %s', (shell) => {
  let sandbox: Sandbox;
  beforeAll(() => {
    sandbox = new Sandbox(shell);
    sandbox.write(...PROMPTS[shell]);
  });
  afterAll(() => sandbox?.close());

  test('is the only one: RUN types behind it, in its second line, and has no word of its own', async () => {
    const window = sandbox.open(['new', 'wide']);
    const screen = await window.waitFor('the cursor behind the prompt', isAt('$ '));
    expect(screen.line(screen.cursor.y - 1)).toContain('app (main)');
    expect(screen.text()).not.toContain('›');
    expect(screen.text()).not.toContain('RUN');
    if (shell === 'zsh') expect(screen.line(screen.cursor.y)).toMatch(/right\s*$/);

    window.send('echo one');
    await window.waitFor('the line', isAt('$ echo one'));
    if (shell === 'zsh') expect(window.screen.line(window.screen.cursor.y)).toMatch(/right\s*$/);
    window.send(key.enter);
    await waitForBlock(window, '✓ 0 echo one');
    await window.waitFor('the next prompt', isAt('$ '));

    // Over two lines, the second below the first.
    window.send('echo "a', '\x1b\r', 'b"');
    const two = await window.waitFor('a second line', isAt('  b"'));
    expect(two.line(two.cursor.y - 1)).toContain('$ echo "a');
    window.send(key.enter);
    await waitForBlock(window, '✓ 0 echo "a');
  });

  test('stays in a small window, and comes back after Tab and Ctrl+C', async () => {
    const window = sandbox.open(['new', 'narrow'], { cols: 40, rows: 12 });
    await window.waitFor('the cursor behind the prompt', isAt('$ '));
    window.send('echo 2345678901234567890123456789012345678');
    await window.waitFor('a wrapped line', (screen) => /^ +\d*8$/.test(screen.line(screen.cursor.y)));
    window.send(ctrl('c'), 'echo x', key.tab);
    // While fish looks for completions, Ctrl+C ends only that: it is pressed until the line is empty.
    await window.waitFor(
      'the line at the shell',
      (screen) => modeOf(screen) === 'RUN' && screen.line(screen.cursor.y).includes('echo x'),
    );
    // Not once more at the prompt: zsh drops a key that it reads while it is interrupted.
    const isFree = (): boolean => {
      const free = modeOf(window.screen) === 'RUN' && isAt('$ ')(window.screen);
      if (!free) window.send(ctrl('c'));
      return free;
    };
    await expect.poll(isFree, { interval: 1000 }).toBe(true);
    window.send('echo again');
    await window.waitFor('the line', (screen) => inputOf(screen) === 'echo again');
    window.send(key.enter);
    await waitForBlock(window, '✓ 0 echo again');
  });
});

describe('a shell without marks', () => {
  let sandbox: Sandbox;
  afterAll(() => sandbox?.close());

  test('has its prompt before the line as well; without a prompt there is a sign', async () => {
    sandbox = new Sandbox();
    sandbox.env['SHELL'] = '/bin/sh';
    sandbox.env['PS1'] = 'sh> ';
    const window = sandbox.open();
    await window.waitFor('the cursor behind the prompt', (screen) => isAt('sh> ')(screen));
    window.send('PS1=', key.enter);
    await window.waitFor('a sign', isAt('› '));
    window.send('echo there', key.enter);
    await window.waitForText(/^there$/m);
  });
});
