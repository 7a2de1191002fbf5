import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { frontTab, tabLine } from '../support/face.ts';
import { ctrl, mouse } from '../support/keys.ts';
import { McpAgent } from '../support/mcp-agent.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { go, hasPrompt, left, right, SIZE, split, splitInTwo } from '../support/panes.ts';
import { needs } from '../support/programs.ts';
import { sharedWindow } from '../support/shared-window.ts';

/** The number that a flood has come to in each pane of a grid of four. */
function counts(screen: OuterScreen): readonly number[] {
  const halves = [left(screen), right(screen)].map((text) => text.split('\n'));
  return halves.flatMap((lines) =>
    [lines.slice(0, 12), lines.slice(14)].map((part) => {
      const last = part.findLast((line) => /^\d+$/.test(line.trim()));
      return last === undefined ? 0 : Number(last);
    }),
  );
}

describe('panes', () => {
  const shared = sharedWindow(SIZE);
  /** Two panes, of which the right one is in front. */
  const twoPanes = () => splitInTwo(shared.window);

  test('show an agent’s terminal beside one’s own: it is watched, takes no key and keeps its size', async () => {
    const { sandbox, window } = shared;
    const agent = await McpAgent.open(sandbox, 'ada');
    try {
      await agent.ok('term_spawn', { name: 'work' });
      await agent.ok('term_run', { name: 'work', cmd: 'echo began at $(stty size)' });
      window.send('\x1b');
      await window.waitForText('BROWSE');
      window.send(ctrl('w'), 'a');
      await window.waitForText(/work/);
      window.type('work\r');
      await window.waitFor('it beside', (screen) => right(screen).includes('began at'));
      window.send('\x1b');
      await window.waitForText('BROWSE');
      window.send(ctrl('w'), 'p');
      await window.waitForText('only watched');
      window.type('i');
      window.type('echo typed\r');
      await window.waitForText('this pane is only watched');
      const { text } = await agent.ok('term_run', { name: 'work', cmd: 'echo then $(stty size)' });
      expect(text).toContain('then 24 80');
      await window.waitFor('what it did meanwhile', (screen) => right(screen).includes('then 24 80'));
      expect(right(window.screen)).not.toContain('typed');
      window.send(go.left);
      await window.waitFor('one’s own in front', (screen) => !frontTab(screen).includes('work'));
      window.send('i');
      window.type('echo own $(stty size)\r');
      await window.waitFor('an answer in one’s own', (screen) => left(screen).includes('own 27 60'));
    } finally {
      await agent.close();
    }
  });

  test('go on all four while each floods, and answer keys', async () => {
    const window = await twoPanes();
    window.send(split.below);
    await window.waitFor('three', (screen) => screen.lines().some((line) => /├─/.test(line)));
    window.send(go.left);
    await window.waitFor('the left one in front', (screen) => screen.cursor.x < 60);
    window.send(split.below);
    await window.waitFor('four', (screen) => (tabLine(screen).match(/│/g) ?? []).length === 3);
    window.send('\x1b');
    await window.waitForText('BROWSE');
    await window.waitFor('a grid', (screen) => screen.lines().some((line) => line.includes('┼')));
    await window.waitFor('their prompts', (screen) => hasPrompt(left(screen)) && hasPrompt(right(screen)));
    window.send(ctrl('w'), 'M');
    await window.waitForText('typing to 4 terminals');
    window.send('i');
    window.type('n=0; while :; do echo $((n++)); done\r');
    await window.waitFor('four floods', (screen) => counts(screen).every((count) => count > 100));
    const before = counts(window.screen);
    await window.waitFor('all go on', (screen) =>
      counts(screen).every((count, index) => count > (before[index] ?? 0) + 1000),
    );
    window.send(ctrl('c'));
    await window.waitFor('their ends', (screen) => screen.text().split('^C').length > 4);
  });

  test('give a program the mouse in its own cells', async () => {
    const page = Array.from({ length: 40 }, (_, n) => `line ${n} of the page`).join('\n');
    needs('vim');
    writeFileSync(join(shared.sandbox.home, 'page.txt'), page);
    const window = await twoPanes();
    window.type('vim -n -u NONE -N -c "set mouse=a ttymouse=sgr" page.txt\r');
    await window.waitFor('vim', (screen) => right(screen).includes('line 25 of the page'));
    // Row 10 of its pane, column 5: the window's columns count from 1, and the pane begins in column 62.
    window.send(mouse('press', 66, 11), mouse('release', 66, 11));
    await window.waitFor('the cursor there', ({ cursor }) => cursor.x === 65 && cursor.y === 10);
    // A click in the other pane is none for vim.
    window.send(mouse('press', 5, 20), mouse('release', 5, 20));
    await window.waitFor('the other one in front', (screen) => screen.cursor.x < 60);
    window.send(mouse('press', 70, 11), mouse('release', 70, 11));
    await window.waitFor('vim in front', ({ cursor }) => cursor.x >= 61 && cursor.y === 10);
  });

  test('are searched and copied from each for itself', async () => {
    const window = await twoPanes();
    window.type('echo needle at the right\r');
    await window.waitFor('it', (screen) => /^needle at the right/m.test(right(screen)));
    window.send(go.left);
    window.type('echo needle at the left\r');
    // As long as the command runs, Esc goes to it.
    await window.waitFor(
      'it, and the prompt',
      (screen) => /^needle at the left/m.test(left(screen)) && hasPrompt(left(screen)),
    );
    window.send('\x1b');
    await window.waitForText('BROWSE');
    window.send('/');
    window.type('needle\r');
    // The command line and its output, of this pane alone.
    await window.waitForText(/“needle” \d\/2/);
    window.send('y');
    await window.waitForText(/copied/);
    expect(window.screen.clipboard.at(-1)).toBe('needle at the left');
  });
});
