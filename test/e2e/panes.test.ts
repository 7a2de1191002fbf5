import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { detach, frontTab, openTab, openWindow, tabLine, waitForBlock } from '../support/face.ts';
import { alt, ctrl, mouse } from '../support/keys.ts';
import { killHost } from '../support/kill-host.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { cellsOf, go, hasPrompt, left, right, SIZE, splitInTwo, zoom } from '../support/panes.ts';
import { needs } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';
import { sharedWindow } from '../support/shared-window.ts';

describe('terminals side by side', () => {
  const shared = sharedWindow(SIZE);
  /** Two panes, of which the right one is in front. */
  const twoPanes = () => splitInTwo(shared.window);

  test('stand in panes of their own sizes, are gone to by keys, zoomed, and broken out', async () => {
    const window = await twoPanes();
    expect(tabLine(window.screen)).toMatch(/\[.*│.*\]/);
    window.type('echo right $(stty size)\r');
    await window.waitFor('the size of the right pane', (screen) => right(screen).includes('right 27 60'));
    window.send(go.left);
    window.type('echo left $(stty size)\r');
    await window.waitFor('the size of the left pane', (screen) => left(screen).includes('left 27 60'));
    window.send(zoom);
    await window.waitForText(/zoomed 1\/2/);
    window.type('echo all $(stty size)\r');
    await window.waitForText('all 28 121');
    window.send(zoom);
    // As long as the command runs, Esc goes to it.
    await window.waitFor(
      'both again',
      (screen) =>
        right(screen).includes('right 27 60') && /all 28 121/.test(left(screen)) && hasPrompt(left(screen)),
    );
    window.type('\x1b');
    await window.waitForText('BROWSE');
    window.send(ctrl('w'), 'T');
    await window.waitFor('one alone', (screen) => !tabLine(screen).includes('['));
  });

  test('show vim beside a log, each cell by cell as alone at its size', async () => {
    needs('vim');
    const { sandbox } = shared;
    writeFileSync(
      join(sandbox.home, 'page.txt'),
      Array.from({ length: 60 }, (_, n) => `line ${n} of the page`).join('\n'),
    );
    const window = await twoPanes();
    window.type('for n in $(seq 200); do echo "log $n"; done; sleep 600\r');
    await window.waitFor('the log', (screen) => right(screen).includes('log 200'));
    window.send(go.left);
    window.type('vim -n -u NONE -N page.txt\r');
    await window.waitFor(
      'vim',
      (screen) => left(screen).includes('line 25 of the page') && left(screen).includes('page.txt'),
    );
    const alone = sandbox.start('/bin/sh', ['-c', 'cd "$HOME"; exec vim -n -u NONE -N page.txt'], {
      cols: 60,
      rows: 27,
    });
    await alone.waitFor(
      'vim alone',
      (screen) => screen.text().includes('line 25 of the page') && screen.text().includes('page.txt'),
    );
    const image = (screen: OuterScreen, y: number) =>
      Array.from({ length: 27 }, (_, row) => cellsOf(screen, y + row, 0, 60));
    await window.waitFor(
      'the same image',
      (screen) => JSON.stringify(image(screen, 2)) === JSON.stringify(image(alone.screen, 0)),
    );
    expect(right(window.screen)).toContain('log 200');
    // The cursor is that of vim, in its own pane.
    expect(window.screen.cursor).toEqual({ x: 0, y: 2 });
  });

  test('take the mouse each for itself: a click goes to a pane, a selection ends at its border, the border is dragged', async () => {
    const window = await twoPanes();
    window.type('printf "%s\\n" abc{1..5}\r');
    await window.waitFor('output at the right', (screen) => right(screen).includes('abc5'));
    const y = window.screen.lines().findIndex((line) => /│abc2/.test(line)) + 1;
    window.send(mouse('press', 10, 5), mouse('release', 10, 5));
    await window.waitFor('the left one in front', (screen) => screen.cursor.x < 60);
    window.send(mouse('press', 62, y), mouse('drag', 20, y + 1));
    await window.waitFor('a selection', (screen) =>
      screen.cells(y - 1).some(({ attributes }) => attributes.includes('inverse')),
    );
    for (const row of [y - 1, y]) {
      const marked = window.screen
        .cells(row)
        .flatMap(({ attributes }, x) => (attributes.includes('inverse') ? [x] : []));
      expect(marked.every((x) => x >= 61)).toBe(true);
    }
    window.send(mouse('release', 20, y + 1));
    window.send(mouse('press', 61, 10), mouse('drag', 41, 10), mouse('release', 41, 10));
    window.type('echo wide $(stty size)\r');
    await window.waitForText('wide 27 80');
  });

  test('fall back to one pane in a small window, and say so', async () => {
    const window = await twoPanes();
    window.resize(79, 20);
    await window.waitForText('too small for all');
    // A strip names both; a click there goes to the other one.
    const names = window.screen.line(1);
    expect(names.match(/○/g)).toHaveLength(2);
    window.type('echo small $(stty size)\r');
    await window.waitForText('small 17 79');
    window.send(mouse('press', 3, 2), mouse('release', 3, 2));
    await window.waitFor('the other one', (screen) => !screen.text().includes('small 17 79'));
    window.resize(121, 30);
    await window.waitFor('both', (screen) => hasPrompt(left(screen)) && hasPrompt(right(screen)));
  });

  test('are only watched where that is wanted: a peek follows and takes no keys', async () => {
    const window = await twoPanes();
    window.type('\x1b');
    await window.waitForText('BROWSE');
    window.send(ctrl('w'), 'p');
    await window.waitForText('only watched');
    window.type('q');
    window.type('echo nothing\r');
    await window.waitForText('this pane is only watched');
    window.send(go.left);
    window.type('echo here\r');
    await window.waitFor('keys at the left', (screen) => left(screen).includes('here'));
    expect(right(window.screen)).not.toMatch(/^nothing/m);
  });

  test('are seen by two windows of different size: the one that holds them sets their sizes', async () => {
    const window = await twoPanes();
    const other = shared.openOther({ cols: 101, rows: 24 });
    await other.waitFor('the same panes', (screen) => tabLine(screen).includes('['));
    window.type('echo big $(stty size)\r');
    await window.waitForText('big 27 60');
    await other.waitForText('big 27 60');
  });

  test('flood at once and leave the keys of another pane alone', async () => {
    const window = await twoPanes();
    window.type('yes flood\r');
    await window.waitFor('a flood', (screen) => right(screen).includes('flood\nflood\nflood'));
    window.send(go.left);
    window.type('echo between\r');
    await window.waitFor('an answer beside it', (screen) => /^between/m.test(left(screen)));
    window.send(go.right);
    window.send(ctrl('c'));
    await window.waitFor('a prompt', (screen) => hasPrompt(right(screen)));
  });

  test('get what is typed in one of them where they are marked, and say so', async () => {
    const window = await twoPanes();
    window.send('\x1b');
    await window.waitForText('BROWSE');
    window.send(ctrl('w'), 'M');
    await window.waitForText('typing to 2 terminals');
    window.send('i');
    window.type('echo to-all $((6*7))\r');
    await window.waitFor('the answer of both', (screen) =>
      [left(screen), right(screen)].every((text) => /^to-all 42/m.test(text) && hasPrompt(text)),
    );
    window.send('\x1b');
    await window.waitForText('BROWSE');
    window.send(ctrl('w'), 'M');
    await window.waitFor('no mark', (screen) => !screen.text().includes('typing to'));
  });

  test('stand in a stack with a row each, and the one in front open', async () => {
    const window = await twoPanes();
    window.type('false\r');
    await window.waitFor('its end', (screen) => right(screen).includes('✗ 1'));
    window.send(go.left);
    window.send('\x1b');
    await window.waitForText('BROWSE');
    window.send(ctrl('w'), 'f');
    await window.waitFor('a row for the other', (screen) =>
      /✗ 1 {1,2}false/.test(screen.line(screen.rows - 2)),
    );
    window.send(go.down);
    await window.waitFor('the other one open', (screen) => screen.line(1).includes('home'));
  });

  test('tell in a stack what each has printed last, are found by words, named, and closed together', async () => {
    const { sandbox, window } = shared;
    await openTab(window, 'api');
    await openTab(window, 'web');
    window.type('echo building; false\r');
    await waitForBlock(window, '✗ 1 echo building; false');
    await openTab(window, 'db');
    window.type('printf "\\033[32mready\\033[0m for all\\n"\r');
    await window.waitForText(/^ready for all/m);
    window.send(alt('2'));
    await window.waitFor('the tab of the test', (screen) => frontTab(screen).includes(shared.tab));
    window.send('\x1b');
    await window.waitForText('BROWSE');
    window.send(ctrl('w'), 'f');
    await window.waitForText(/✗ 1 +echo building; false +building /);
    await window.waitForText(/printf .* ready for all /);
    window.send(ctrl('w'), '/');
    await window.waitForText('a name, a folder');
    window.type('is:failed');
    await window.waitForText('rows “is:failed” 2/5');
    window.send('\r');
    await window.waitFor('one row', (screen) => !screen.text().includes('ready for all'));
    window.send(ctrl('w'), 'n');
    await window.waitForText('Name these panes');
    window.type('ci\r');
    await window.waitForText('ci · rows “is:failed” 2/5');
    window.send(ctrl('w'), '/', ctrl('u'));
    await window.waitForText('ready for all');
    window.type('d');
    await window.waitForText(/rows “d” \d\/5/);
    window.send(ctrl('u'));
    window.type('b');
    await window.waitForText('rows “b” 3/5');
    window.send('\r', go.down);
    await window.waitFor('web in front', (screen) => /web ×/.test(tabLine(screen)));
    window.send('\x1b');
    await window.waitForText('BROWSE');
    window.send(ctrl('w'), 'm');
    await window.waitFor('db in front', (screen) => /db ×/.test(tabLine(screen)));
    window.send(ctrl('w'), 'm', ctrl('w'), 'Q');
    await window.waitForText('Close 2 marked terminals?');
    window.send('y');
    await window.waitForText('closed 2 terminals');
    await window.waitFor('the other tabs', (screen) => !/web|db/.test(tabLine(screen)));
    expect((await sandbox.run(['ls'])).stdout).not.toMatch(/^(web|db) /m);
  });
});

test('panes obey the keys of tmux in its preset, come back with the next window, and after the host was killed', async () => {
  const sandbox = new Sandbox();
  try {
    sandbox.write('.config/cotty/config', 'preset = tmux\n');
    const first = await openWindow(sandbox, SIZE);
    first.send(ctrl('b'), '%');
    await first.waitFor('two panes', (screen) => hasPrompt(left(screen)) && hasPrompt(right(screen)));
    await detach(first);
    const next = await openWindow(sandbox, SIZE);
    const areTwo = (screen: OuterScreen) => tabLine(screen).startsWith('[') && hasPrompt(right(screen));
    await next.waitFor('two panes', areTwo);
    await detach(next);
    await killHost(sandbox);
    const window = sandbox.open([], SIZE);
    await window.waitFor('two panes again', areTwo);
    await window.waitFor('the right one in front, as it was', (screen) => screen.cursor.x > 60);
    window.type('cat\r');
    await window.waitForText(/RUN\s+cat/);
    window.send(ctrl('b'));
    window.send('z');
    await window.waitForText(/zoomed 2\/2/);
    window.send(ctrl('b'), 'z');
    await window.waitFor('both', (screen) => hasPrompt(left(screen)));
    window.send(ctrl('b'), '\x1b[D');
    await window.waitFor('the left one in front', (screen) => screen.cursor.x < 60);
    window.send(ctrl('b'), '"');
    await window.waitFor('three', (screen) => (tabLine(screen).match(/│/g) ?? []).length === 2);
    window.send(ctrl('b'), '!');
    await window.waitFor('one alone', (screen) => frontTab(screen) !== '' && !right(screen).includes('cat'));
  } finally {
    await sandbox.close();
  }
});
