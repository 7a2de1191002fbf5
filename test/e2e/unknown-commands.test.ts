import { rmSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { inputOf, waitForBlock } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Keeps the prompt back while there is a file. */
const HOLD = 'while [ -e ~/no-prompt ]; do sleep 0.05; done';

/** Defines what only the shell itself knows, before and after the first prompt. */
const RC = {
  bash: [
    '.bashrc',
    "PS1='$ '\nalias sta='true'\nhello() { true; }\nPATH=$PATH:$HOME/tools\n",
    `PROMPT_COMMAND='${HOLD}'\n`,
  ],
  zsh: [
    '.zshrc',
    "PS1='$ '\nunsetopt PROMPT_SP\nalias sta='true'\nhello() { true; }\npath+=($HOME/tools)\n",
    `precmd() { ${HOLD}; }\n`,
  ],
  fish: [
    '.config/fish/config.fish',
    "function fish_prompt; echo -n '$ '; end\nfunction fish_greeting; end\nalias sta='true'\nfunction hello; end\nset -gx PATH $PATH $HOME/tools\n",
    'function hold --on-event fish_prompt; while test -e ~/no-prompt; sleep 0.05; end; end\n',
  ],
} as const;

/** Whether a word of the line has another colour than the prompt before it. */
const red = (screen: OuterScreen, word: string): boolean => {
  const y = screen.cursor.y;
  const [prompt, x] = [screen.line(y).indexOf('$'), screen.line(y).indexOf(word)];
  const cells = screen.cells(y);
  return prompt >= 0 && x >= 0 && cells[x]?.fg !== cells[prompt]?.fg;
};

describe.each(['bash', 'zsh', 'fish'] as const)('in RUN at the prompt of %s', (shell) => {
  let sandbox: Sandbox | undefined;
  afterAll(() => sandbox?.close());

  /** Types a line that ends in a command that does not exist: once that is coloured, all before it were looked up. */
  async function typed(window: OuterTerminal, words: string): Promise<OuterScreen> {
    window.send(`${words}; gti x`);
    return window.waitFor('the unknown command in colour', (screen) => red(screen, 'gti x'));
  }

  async function cleared(window: OuterTerminal): Promise<void> {
    window.send(ctrl('c'));
    await window.waitFor('an empty line', (each) => inputOf(each) === '');
  }

  test('a command that does not exist is coloured, unless the setting is off or it is being typed, and none that the shell knows', async () => {
    const made = new Sandbox(shell);
    sandbox = made;
    const [file, ...text] = RC[shell];
    made.write(file, text.join(''));
    made.write('tools/mine', '#!/bin/sh\n');
    made.write('.config/cotty/config', 'colorUnknown off\n');
    const window = made.open();
    await window.waitFor('the prompt', (screen) => screen.line(screen.cursor.y).startsWith('$ '));
    window.send('true', key.enter);
    await waitForBlock(window, '✓ 0 true');
    window.send('gti x');
    await window.waitFor('the line', (screen) => inputOf(screen) === 'gti x');
    made.write('.config/cotty/config', 'colorUnknown on\n');
    // The setting holds from the next key.
    const isRed = (): boolean => {
      window.send('x');
      return red(window.screen, 'gti');
    };
    await expect.poll(isRed, { interval: 500 }).toBe(true);
    await cleared(window);
    window.send('gti');
    const typing = await window.waitFor('the word', (screen) => inputOf(screen) === 'gti');
    expect(red(typing, 'gti')).toBe(false);
    await cleared(window);

    const screen = await typed(window, 'ls x; sta y; hello; cd z; mine w; sudo gti2; ./tools/mine');
    for (const word of ['ls', 'sta', 'hello', 'cd', 'mine', 'gti2', './tools'])
      expect([word, red(screen, word)]).toEqual([word, false]);

    // A name of its own that comes later is known at the next prompt.
    await cleared(window);
    window.send("alias gti2='true'", key.enter);
    await waitForBlock(window, "✓ 0 alias gti2='true'");
    const later = await typed(window, 'gti2 x');
    expect(red(later, 'gti2')).toBe(false);

    // The next prompt, also for a line that was written before it.
    await cleared(window);
    const held = made.write('no-prompt', '');
    window.send("alias gti3='true'", key.enter);
    await waitForBlock(window, "✓ 0 alias gti3='true'");
    window.send('gti3 x; gti x');
    await window.waitFor('the line', (each) => inputOf(each) === 'gti3 x; gti x');
    rmSync(held);
    const ahead = await window.waitFor('the unknown command in colour', (each) => red(each, 'gti x'));
    expect(red(ahead, 'gti3')).toBe(false);
  });
});
