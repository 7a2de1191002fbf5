import { beforeEach, describe, expect, test } from 'vitest';
import {
  blocksOf,
  isAtPrompt,
  modeOf,
  openTab,
  tabLine,
  waitForBlock,
  waitForMode,
} from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { sharedWindow } from '../support/shared-window.ts';

const TAB = '\t';
const ALT_A = '\x1ba';

describe('a search', () => {
  const shared = sharedWindow();
  let window: OuterTerminal;
  beforeEach(() => {
    window = shared.window;
  });

  async function run(line: string, chip = '✓ 0'): Promise<void> {
    window.type(`${line}\r`);
    await waitForBlock(window, `${chip} ${line}`);
    await window.waitFor('the prompt after it', isAtPrompt);
  }

  test('finds what a running program has printed, counts, and says that it went around', async () => {
    await run('echo NEED; echo LE');
    window.type('for i in 1 2 3; do echo NEEDLE $i; done; cat\r');
    await window.waitForText(/^NEEDLE 3$/m);
    window.send(key.f7);
    await waitForMode(window, 'BROWSE');
    window.type('/NEEDLE');
    await window.waitForText('BROWSE  /NEEDLE');
    window.send('\r');
    await window.waitForText(/BROWSE {2}“NEEDLE” 4\/4/);
    window.send('n');
    await window.waitForText('search went past the end');
    await window.waitForText(/“NEEDLE” 1\/4/);
    window.send('/');
    window.type('NEEDLE');
    window.send(TAB);
    await window.waitForText('Find in this terminal');
    await window.waitForText(/› +1 NEEDLE 1\s*│\n.* 2 NEEDLE 2\s*│\n.* 3 NEEDLE 3/);
    window.send(key.escape);
    await window.waitFor('no list', (screen) => !screen.text().includes('Find in this terminal'));
    window.send('q');
    await waitForMode(window, 'RUN');
    window.send(ctrl('c'));
    await window.waitFor('the program interrupted', isAtPrompt);
  });

  test('lists what all terminals have printed, filtered, and goes to the line', async () => {
    await run('printf "one\\nWORD two\\nthree\\n"; false', '✗ 1');
    await run('echo WORD again');
    await openTab(window, 'other');
    await run('echo nothing');
    window.send(key.escape);
    await waitForMode(window, 'BROWSE');
    window.send('a');
    await window.waitForText('Find in all terminals and the record');
    window.type('WORD');
    await window.waitForText(/WORD again/);
    await window.waitForText(/ {3}1 one\s*│\n.* 2 WORD two\s*│\n.* 3 three/);
    window.type(' is:failed');
    await window.waitForText('only failed · 1 found');
    window.send(ALT_A);
    await window.waitForText('only failed · nothing found');
    window.send(ALT_A);
    await window.waitForText('only failed · 1 found');
    window.send('\r');
    await window.waitForText(/BROWSE {2}“WORD” \d\/\d/);
    await window.waitForText(/^› ✗ 1 +printf/m);
    expect(modeOf(window.screen)).toBe('BROWSE');
  });

  test('narrows the blocks down by a filter that the bar names', async () => {
    await run('echo kept');
    await run('false', '✗ 1');
    await run('true kept');
    window.send(key.escape);
    await waitForMode(window, 'BROWSE');
    window.send('F');
    await window.waitForText('BROWSE  only ');
    window.type('kept');
    window.send('\r');
    await window.waitForText(/BROWSE {2}only kept/);
    await window.waitFor('no other block', (screen) => !/✗ 1 +false/.test(screen.text()));
    window.send('f');
    await window.waitForText(/BROWSE {2}only is:failed kept/);
    await window.waitFor('no block', (screen) => !/✓/.test(screen.text()));
    window.send(key.escape);
    await window.waitFor('all blocks', (screen) => /✗ 1 +false/.test(screen.text()));
  });

  test('reads what a closed terminal has printed, and Esc goes back', async () => {
    await openTab(window, 'old');
    await run('printf "one\\nKEPT two\\nthree\\n"');
    await shared.sandbox.run(['kill', 'old']);
    await window.waitFor('it gone', (screen) => !tabLine(screen).includes('old'));
    await run('echo here');
    window.send(key.escape);
    await waitForMode(window, 'BROWSE');
    window.send('a');
    window.type('KEPT');
    await window.waitForText(/\(old\)/);
    window.send('\r');
    await window.waitForText(/BROWSE {2}old is closed: read only · “KEPT” 2\/2/);
    await window.waitForText(/── closed ─/);
    expect(blocksOf(window.screen)).toEqual(['✓ 0 printf "one\\nKEPT two\\nthree\\n"']);
    expect(tabLine(window.screen)).toContain('- old');
    window.send('r');
    await window.waitForText('old is closed: it can only be read · Esc goes back');
    window.send(key.escape);
    await waitForBlock(window, '✓ 0 echo here');
    await waitForMode(window, 'RUN');
  });
});
