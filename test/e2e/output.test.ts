import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tabLine, waitForBlock, waitForMode } from '../support/face.ts';
import { commandsOf, connectTo } from '../support/host-client.ts';
import { ctrl, key } from '../support/keys.ts';
import { programNode } from '../support/node.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { fixtureProgram } from '../support/programs.ts';
import { sharedWindow } from '../support/shared-window.ts';

/** The first number that stands alone in its row. */
function firstNumber(screen: OuterScreen): number {
  return Number(screen.lines().find((line) => /^\d+$/.test(line)));
}

/** The letters that the rows of `synchronised.mjs` begin with, one for each run of equal ones: `z` is a whole frame. */
function letters(screen: OuterScreen): string {
  const first = screen
    .lines()
    .slice(1, -1)
    .map((line) => line.charAt(0) || ' ');
  return first.filter((letter, y) => letter !== first[y - 1]).join('');
}

describe('output', () => {
  const shared = sharedWindow();

  test('of a program that prints 64 KB and exits at once is whole', async () => {
    const { window, sandbox } = shared;
    const script = sandbox.write('burst.mjs', "process.stdout.write('0123456789abcdef'.repeat(4096))\n");
    window.type(`${programNode} ${script}\r`);
    await window.waitForText('✓ ');
    const client = await connectTo(sandbox);
    try {
      const [burst] = (await commandsOf(client, shared.tab)).filter(({ commandLine }) =>
        commandLine.includes('burst'),
      );
      expect(burst).toMatchObject({ isComplete: true, exitCode: 0 });
      expect(burst?.output.replace(/[\r\n]/g, '')).toBe('0123456789abcdef'.repeat(4096));
    } finally {
      client.close();
    }
  });

  test('shows a progress bar as it ends, not as it was written', async () => {
    const { window, sandbox } = shared;
    const script = sandbox.write('bar.sh', "for n in 10 50 100; do printf '\\r%3d%% done' $n; done; echo\n");
    window.type(`sh ${script}\r`);
    await waitForBlock(window, `✓ 0 sh ${script}`);
    const screen = await window.waitForText('100% done');
    expect(screen.text()).not.toContain('10% done');
  });

  test('is shown to its end by a terminal that did not read for a while, without another key', async () => {
    const { window, sandbox } = shared;
    window.resize(200, 50);
    // Two screens are more than a pty holds; each alone is too little for the stream to tell of.
    const fill = (letter: string) => `printf '\\033[2J\\033[H'; head -c 9000 /dev/zero | tr '\\0' ${letter}`;
    const script = sandbox.write(
      'screens.sh',
      `until [ -e unread ]; do sleep 0.05; done; ${fill('x')}; sleep 0.3; ${fill('y')}; sleep 0.3; printf '\\033[2J\\033[H%s' told; touch done; read -r line\n`,
    );
    window.send(ctrl('k'));
    await waitForMode(window, 'RAW');
    window.type(`sh ${script}\r`);
    window.stopReading();
    sandbox.write('unread', '');
    await expect.poll(() => existsSync(join(sandbox.home, 'done'))).toBe(true);
    // A window that cannot write shows nothing, and asks nothing of the host: so a time is waited for, in which its clock has
    // wanted to draw its next second and found the terminal behind.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    window.readOn();
    await window.waitForText(/^told/m);
    window.send(key.enter, ctrl('k'));
    await waitForMode(window, 'RUN');
    window.resize(100, 30);
  });

  test('reaches the outer terminal as text alone: a copy and a title by the settings, nothing as it was sent', async () => {
    const { window, sandbox } = shared;
    const copies = window.screen.clipboard.length;
    const text = String.raw`printf '\033]52;c;Y29waWVk\007\033]52;c;?\007\033]0;named\033]6;x\007\033]0;named\007end\n'`;
    const script = sandbox.write('tells.sh', text);
    window.type(`sh ${script}\r`);
    await waitForBlock(window, `✓ 0 sh ${script}`);
    await window.waitFor('the copy', (screen) => screen.clipboard.length > copies);
    expect(window.screen.clipboard.slice(copies)).toEqual(['copied']);
    await window.waitFor('the title', (screen) => /named — cotty$/.test(screen.title));
    expect(window.raw).not.toContain('\x1b]6;');
  });

  test('copies nothing where the setting says so', async () => {
    const { window, sandbox } = shared;
    const copies = window.screen.clipboard.length;
    const config = sandbox.write('.config/cotty/config', 'clipboard = off\nwindowTitle = settled\n');
    await window.waitFor('the settings', (screen) => screen.title === 'settled');
    const script = sandbox.write('copies.sh', String.raw`printf '\033]52;c;Y29waWVk\007end\n'`);
    window.type(`sh ${script}\r`);
    await waitForBlock(window, `✓ 0 sh ${script}`);
    window.type('echo behind it\r');
    await waitForBlock(window, '✓ 0 echo behind it');
    expect(window.screen.clipboard).toHaveLength(copies);
    rmSync(config);
    await window.waitFor('no settings', (screen) => tabLine(screen).includes('home'));
  });

  test('of a running program can be scrolled back beyond what the window keeps, also in one that came later', async () => {
    const { window, sandbox } = shared;
    const script = sandbox.write('many.sh', 'seq 1 8000; echo end; read -r line\n');
    window.type(`sh ${script}\r`);
    await window.waitForText(/^end$/m);
    // Before the first one scrolls back: a window begins where the last one is.
    const later = shared.openOther();
    await later.waitForText(/^end$/m);
    for (const each of [window, later]) {
      each.send(key.pageUp);
      // The screen alone is what is above the end, then come the others.
      await each.waitFor('older lines', (screen) => !screen.text().includes('end'));
      const seen = firstNumber(each.screen);
      each.send(key.pageUp);
      await each.waitFor('the page before', (screen) => firstNumber(screen) < seen);
      expect(seen - firstNumber(each.screen)).toBeLessThan(40);
      await expect
        .poll(() => {
          each.send('\x1b[1;5H');
          return each.screen.lines();
        })
        .toContain('1');
      expect(each.screen.lines()).toContain('2');
      each.send('\x1b[1;5F');
      await each.waitForText(/^end$/m);
    }
    window.send(key.enter);
    await waitForBlock(window, `✓ 0 sh ${script}`);
  });

  test('leaves the interface awake under a flood: Ctrl+C ends it, and all of it is one block', async () => {
    const { window } = shared;
    window.type('yes\r');
    await window.waitFor('the flood', (screen) => screen.lines().filter((line) => line === 'y').length > 5);
    window.send(ctrl('c'));
    await waitForBlock(window, '^C yes');
    window.type('echo awake\r');
    await waitForBlock(window, '✓ 0 echo awake');
  });

  test('between begin and end of a synchronised update is not painted half drawn, until that takes too long', async () => {
    const { window } = shared;
    window.resize(60, 20);
    window.type(`${fixtureProgram('synchronised.mjs')}\r`);
    await waitForMode(window, 'RAW');
    await window.waitFor('the program', (screen) => letters(screen) === '.');
    const seen = new Set<string>();
    window.send('n');
    await window.waitFor('the last frame', (screen) => {
      seen.add(letters(screen));
      return letters(screen) === 'z';
    });
    // Other terminals wait for a second.
    window.send('s');
    await window.waitFor('the slow frame', (screen) => {
      seen.add(letters(screen));
      return letters(screen) === 's';
    });
    expect([...seen].filter((each) => each.length !== 1)).toEqual([]);
    // A program that never comes to its end is seen all the same.
    window.send('h');
    await window.waitFor('the half that is drawn', (screen) => letters(screen).startsWith('h '));
    window.send('e');
    await window.waitFor('the whole of it', (screen) => letters(screen) === 'h');
    window.send('q');
    await waitForMode(window, 'RUN');
    window.resize(100, 30);
  });
});
