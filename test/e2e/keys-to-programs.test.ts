import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { modeOf, openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { fixtureProgram, programPath } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

/** Programs on the normal screen: those that read each key get RAW by themselves, and no key of a program is a command. */
describe('a program on the normal screen', () => {
  let sandbox: Sandbox;
  let window: OuterTerminal;
  beforeEach(async () => {
    sandbox = new Sandbox();
    window = await openWindow(sandbox);
  });
  afterEach(() => sandbox.close());

  const bar = () => window.screen.line(window.screen.rows - 1);

  test('an Ink program that asks gets Escape and letters, is named in the bar, and leaves RUN behind', async () => {
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
    programPath('python3');
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
    window.type(`${process.execPath}\r`);
    await window.waitForText('Welcome to Node.js');
    await waitForMode(window, 'RAW');
    window.type('6 * 7\r');
    await window.waitForText(/^42/m);
    window.send(ctrl('d'));
    await waitForMode(window, 'RUN');
  });

  test('a program that reads lines stays in RUN, and Escape goes to it', async () => {
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
  });

  test('a loop of the shell is not left by RUN, though the shell reads keys itself between its commands', async () => {
    window.type('for i in 1 2 3; do read -n1 -p "key $i? " k; echo; done\r');
    await window.waitForText('key 1?');
    window.type('a');
    await window.waitForText('key 2?');
    expect(modeOf(window.screen)).toBe('RUN');
    window.type('bc');
    await window.waitForText(/✓ +for i/);
  });
});
