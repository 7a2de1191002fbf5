import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  blocksOf,
  frontTab,
  inputOf,
  isAtPrompt,
  modeOf,
  openTab,
  tabLine,
  waitForBlock,
  waitForMode,
} from '../support/face.ts';
import { alt, ctrl, key, mouse, paste } from '../support/keys.ts';
import { sharedWindow } from '../support/shared-window.ts';

describe('blocks', () => {
  const shared = sharedWindow();

  async function run(line: string, block: string): Promise<void> {
    shared.window.type(`${line}\r`);
    await waitForBlock(shared.window, block);
  }

  async function browse(): Promise<void> {
    shared.window.send(key.escape);
    await waitForMode(shared.window, 'BROWSE');
  }

  async function leaveBrowse(): Promise<void> {
    shared.window.send(key.escape);
    await waitForMode(shared.window, 'RUN');
  }

  test('stand in the order they ran, each with its chip', async () => {
    await run('echo one', '✓ 0 echo one');
    await run('false', '✗ 1 false');
    await run('echo three', '✓ 0 echo three');
    expect(blocksOf(shared.window.screen)).toEqual(['✓ 0 echo one', '✗ 1 false', '✓ 0 echo three']);
  });

  test('fold, unfold, and show only those that failed', async () => {
    const { window } = shared;
    await run('echo first-output', '✓ 0 echo first-output');
    await run('sh -c "echo broken; exit 2"', '✗ 2 sh -c "echo broken; exit 2"');
    await window.waitForText(/^\s*first-output$/m);
    await browse();
    window.send('Z');
    await window.waitFor('the first folded', (screen) => !/^\s*first-output$/m.test(screen.text()));
    window.send('z');
    await window.waitForText(/^\s*first-output$/m);
    window.send('f');
    await window.waitFor('the failed block alone', (screen) =>
      /^✗ 2 [^|]*$/.test(blocksOf(screen).join('|')),
    );
    window.send('f');
    await window.waitFor('both blocks', (screen) => blocksOf(screen).length === 2);
    await leaveBrowse();
  });

  test('are copied as logical lines, and the window says how', async () => {
    const { window } = shared;
    const long = 'w'.repeat(250);
    window.type(`echo ${long}\r`);
    await window.waitForText('✓ ');
    await browse();
    window.send('G', 'y');
    await window.waitForText(/[Cc]opied/);
    await window.waitFor('the clipboard', (screen) => screen.clipboard.at(-1)?.trimEnd() === long);
    await leaveBrowse();
  });

  test('are found by a word in their output', async () => {
    const { window } = shared;
    await run('echo needle-one', '✓ 0 echo needle-one');
    await run('echo hay', '✓ 0 echo hay');
    await browse();
    window.send('/');
    await window.waitForText(/BROWSE +\//);
    window.type('needle');
    window.send(key.enter);
    // What was chosen was the last block.
    await window.waitFor(
      'the block that has it',
      (screen) => /^› ✓ +echo needle-one/m.test(screen.text()) && !screen.text().includes('/needle'),
    );
    expect(modeOf(window.screen)).toBe('BROWSE');
    await leaveBrowse();
  });

  test('run again, and come back to the input line to be edited', async () => {
    const { window } = shared;
    await run('echo x >> count', '✓ 0 echo x >> count');
    await browse();
    window.send('G', 'r');
    await waitForMode(window, 'RUN');
    const count = join(shared.sandbox.home, 'count');
    await window.waitFor('the second run', () => readFileSync(count, 'utf8') === 'x\nx\n');
    await window.waitFor('its block', (screen) => blocksOf(screen).length === 2);
    await browse();
    window.send('G', 'e');
    await waitForMode(window, 'RUN');
    await window.waitFor('the line', (screen) => inputOf(screen) === 'echo x >> count');
    window.send(ctrl('u'));
  });

  test('a paste of several lines is one command', async () => {
    const { window } = shared;
    window.send(paste('for word in a b; do\n  echo "it is $word"\ndone'));
    window.send(key.enter);
    await window.waitForText('it is b');
    await run('echo after', '✓ 0 echo after');
    expect(blocksOf(window.screen)).toEqual([expect.stringMatching(/^✓ 0 for word/), '✓ 0 echo after']);
  });

  test('Ctrl+E on an empty line opens a tab, to which what is typed next goes; else it goes to the end', async () => {
    const { window, tab } = shared;
    window.type('ab');
    window.send(key.left, ctrl('e'));
    window.type('c');
    await window.waitFor('the line', (screen) => inputOf(screen) === 'abc');
    // At the end of a line it stays there.
    window.send(ctrl('e'));
    window.type('d');
    await window.waitFor('the longer line', (screen) => inputOf(screen) === 'abcd');
    window.send(ctrl('u'), ctrl('e'), 'p');
    window.type('wd\r');
    await waitForBlock(window, '✓ 0 pwd');
    expect(blocksOf(window.screen)).toEqual(['✓ 0 pwd']);
    expect(frontTab(window.screen)).not.toContain(tab);
  });

  test('the mouse shows the tab that is clicked, and the wheel walks back', async () => {
    const { window, tab } = shared;
    await run(`seq 1 100`, '✓ 0 seq 1 100');
    await openTab(window, 'other');
    expect(blocksOf(window.screen)).toEqual([]);
    const column = tabLine(window.screen).indexOf(tab) + 1;
    window.send(mouse('press', column, 1), mouse('release', column, 1));
    await waitForBlock(window, '✓ 0 seq 1 100');
    for (let turn = 0; turn < 3; turn += 1) window.send(mouse('wheelUp', 20, 10));
    await window.waitForText(/\d+ lines below/);
    // The other tab goes again, and this one is at its end.
    window.send(alt('3'));
    await window.waitFor('the other tab', (screen) => frontTab(screen).includes('other'));
    window.send(alt('w'));
    await window.waitFor('the tab back', (screen) => frontTab(screen).includes(tab));
    window.send('\x1b[1;5F');
    await window.waitFor('its prompt', isAtPrompt);
  });

  test('help and the palette name the keys', async () => {
    const { window } = shared;
    await browse();
    window.send('?');
    await window.waitForText('Help · BROWSE');
    window.send(key.pageDown);
    await window.waitForText('Fold or unfold this block');
    window.send(key.escape);
    await window.waitFor('no help', (screen) => !screen.text().includes('Help'));
    window.send(key.f9);
    window.type('rename');
    await window.waitForText('Rename tab');
    window.send(key.escape);
    await window.waitFor('no list', (screen) => !screen.text().includes('Rename tab'));
    await leaveBrowse();
  });
});
