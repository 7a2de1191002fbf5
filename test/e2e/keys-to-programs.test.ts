import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modeOf, waitForBlock, waitForKeysToGo, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import { fixtureProgram, needs } from '../support/programs.ts';
import { sharedWindow } from '../support/shared-window.ts';

/** Programs on the normal screen: those that read each key get RAW by themselves, and no key of a program is a command. */
describe('a program on the normal screen', () => {
  const shared = sharedWindow();
  const bar = () => shared.window.screen.line(shared.window.screen.rows - 1);

  test('an Ink program that asks gets Escape and letters, is named in the bar, and leaves RUN behind', async () => {
    const { window } = shared;
    window.type(`cd /; ${fixtureProgram('question.mjs')}\r`);
    await window.waitForText('Which one?');
    await waitForMode(window, 'RAW');
    await window.waitFor('its name', () => /RAW +node /.test(bar()));
    window.send(key.escape);
    await window.waitForText('Which one? Esc,');
    window.type('x');
    await window.waitForText('Which one? Esc,x,');
    expect(modeOf(window.screen)).toBe('RAW');
    window.send('\r');
    await waitForMode(window, 'RUN');
    await window.waitForText(/✓ +cd/);
  });

  test('python3 keeps RAW while it computes, until it ends', async () => {
    needs('python3');
    const { window } = shared;
    window.type('python3 -q\r');
    await window.waitForText('>>>');
    await waitForMode(window, 'RAW');
    const modes = new Set<string | undefined>();
    window.type('import time; time.sleep(0.5); 6 * 7\r');
    await window.waitFor('the answer', (screen) => {
      modes.add(modeOf(screen));
      return screen.text().includes('\n42');
    });
    expect([...modes]).toEqual(['RAW']);
    window.send(ctrl('d'));
    await waitForMode(window, 'RUN');
    await waitForBlock(window, '✓ 0 python3 -q');
  });

  test('the prompt of node gets RAW', async () => {
    const { window } = shared;
    window.type(`${process.execPath}\r`);
    await window.waitForText('Welcome to Node.js');
    await waitForMode(window, 'RAW');
    window.type('6 * 7\r');
    await window.waitForText(/^42/m);
    window.send(ctrl('d'));
    await waitForMode(window, 'RUN');
  });

  test('a program that reads lines stays in RUN, and Escape goes to it', async () => {
    const { window } = shared;
    window.type('cat -v\r');
    await window.waitFor('the program', () => bar().includes('cat'));
    window.send(key.escape);
    await window.waitForText('^[');
    window.type('x\r');
    await window.waitFor('the line twice', (screen) => screen.text().split('^[x').length === 3);
    expect(modeOf(window.screen)).toBe('RUN');
    window.send(ctrl('d'));
    await waitForBlock(window, '✓ 0 cat -v');
    window.send(key.escape);
    await waitForMode(window, 'BROWSE');
    window.send(key.escape);
    await waitForMode(window, 'RUN');
  });

  test('a loop of the shell is not left by RUN, though the shell reads keys itself between its commands', async () => {
    const { window } = shared;
    window.type('for i in 1 2 3; do read -n1 -p "key $i? " k; echo; done\r');
    await window.waitForText('key 1?');
    window.type('a');
    await window.waitForText('key 2?');
    expect(modeOf(window.screen)).toBe('RUN');
    window.type('bc');
    await window.waitForText(/✓ +for i/);
  });

  test('gets 100 KB that are typed at once without brackets whole and in order', async () => {
    const { window, sandbox } = shared;
    window.type('cat > typed\r');
    await waitForKeysToGo(window, 'cat');
    window.send(ctrl('k'));
    await waitForMode(window, 'RAW');
    const lines = Array.from({ length: 2000 }, (_, n) => `${n} ${'x'.repeat(44)}`);
    window.send(lines.map((line) => `${line}\r`).join(''));
    window.send('the end\r');
    await window.waitForText('the end');
    window.send(ctrl('d'), ctrl('k'));
    await waitForMode(window, 'RUN');
    await waitForBlock(window, '✓ 0 cat > typed');
    expect(readFileSync(join(sandbox.home, 'typed'), 'utf8')).toBe(`${lines.join('\n')}\nthe end\n`);
  });
});
