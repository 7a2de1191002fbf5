import { beforeEach, describe, expect, test } from 'vitest';
import { inputOf, isAtPrompt, modeOf, waitForBlock, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { sharedWindow } from '../support/shared-window.ts';

describe('the keyboard', () => {
  const shared = sharedWindow();
  let window: OuterTerminal;
  beforeEach(() => {
    window = shared.window;
  });

  async function run(line: string): Promise<void> {
    window.type(`${line}\r`);
    await waitForBlock(window, `✓ 0 ${line}`);
    await window.waitFor('the prompt after it', isAtPrompt);
  }

  async function browse(keys: string = key.escape): Promise<void> {
    window.send(keys);
    await waitForMode(window, 'BROWSE');
  }

  const clipboard = (): string | undefined => window.screen.clipboard.at(-1);

  test('selects lines of an output, characters and a rectangle', async () => {
    await run('seq 101 120');
    await browse();
    window.send('v');
    await waitForMode(window, 'SELECT');
    window.type('9j');
    window.type('jjjjjjjj');
    window.send('v', 'v');
    window.type('jj');
    window.send('y');
    await window.waitForText(/copied 3 lines/);
    expect(clipboard()).toBe('110\n111\n112');
    expect(modeOf(window.screen)).toBe('BROWSE');
    window.send('v');
    await waitForMode(window, 'SELECT');
    window.type('l jl');
    window.send('y');
    await window.waitForText(/copied 2 lines/);
    expect(clipboard()).toBe('01\n102');
    window.send(ctrl('v'));
    await waitForMode(window, 'SELECT');
    window.type('jjl');
    window.send('y');
    await expect.poll(clipboard).toBe('10\n10\n10');
  });

  test('selects on the live screen, where a search goes as well', async () => {
    window.type('printf "alpha beta\\ngamma delta\\n"; cat\r');
    await window.waitForText(/^gamma delta$/m);
    await browse(key.f7);
    window.send('v');
    await waitForMode(window, 'SELECT');
    window.send('/');
    await window.waitForText(/SELECT {2}\//);
    window.type('alpha\r');
    await window.waitFor('the cursor at the match', (screen) =>
      screen.line(screen.cursor.y).startsWith('alpha'),
    );
    window.type('w e');
    window.send('y');
    await expect.poll(clipboard).toBe('beta');
    window.send(key.escape);
    await waitForMode(window, 'RUN');
    window.send(ctrl('c'));
    await window.waitFor('the program interrupted', isAtPrompt);
  });

  test('Esc Esc in RUN leads back to the prompt', async () => {
    await run('echo one');
    await browse();
    window.send(key.escape);
    await waitForMode(window, 'RUN');
    window.type('echo typed');
    await window.waitFor('the typed line', (screen) => inputOf(screen) === 'echo typed');
  });

  test('BROWSE says what letters are, asks before it runs something dangerous, and G shows the end', async () => {
    await run('seq 1 90');
    await run('true || rm -rf /');
    await browse();
    window.send('s');
    await window.waitForText('letters are commands');
    window.send('r');
    await window.waitForText('It deletes everything in /. Run it again?');
    window.send(key.escape);
    await window.waitFor('no question', (screen) => !screen.text().includes('Run it again'));
    window.send('g');
    await window.waitForText(/^1 *$/m);
    window.send('G');
    await window.waitFor('the prompt', (screen) => isAtPrompt(screen) && !/^1 *$/m.test(screen.text()));
  });
});
