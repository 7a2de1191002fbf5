import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  detach,
  frontTab,
  hasDialog,
  isAtPrompt,
  openTab,
  openWindow,
  waitForBlock,
} from '../support/face.ts';
import { alt, key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { SIZE, split, zoom } from '../support/panes.ts';
import { shareHost } from '../support/shared-host.ts';

const host = shareHost();

const bar = (screen: OuterScreen) => screen.line(screen.rows - 1);
const linesBelow = (screen: OuterScreen) => Number(/(\d+) lines below/.exec(screen.text())?.[1]);
const body = (screen: OuterScreen) => screen.lines().slice(2, -1);

/** A tab that is scrolled back, beside one that is not, zoomed; and a tab of its own before both. */
async function somewhere(): Promise<OuterTerminal> {
  const window = await openWindow(host.sandbox, SIZE);
  await openTab(window, 'two');
  window.send(split.right);
  await window.waitFor('two panes', (screen) => screen.lines().some((line) => /.│/.test(line)));
  window.type('seq 300\r');
  await waitForPane(window, '300');
  window.send(zoom);
  await window.waitFor('one pane', (screen) => bar(screen).includes('zoomed 2/2'));
  window.send(key.pageUp);
  await window.waitForText(/\d+ lines below/);
  const first = linesBelow(window.screen);
  window.send(key.pageUp);
  await window.waitFor('another page', (screen) => linesBelow(screen) > first);
  return window;
}

function waitForPane(window: OuterTerminal, line: string): Promise<OuterScreen> {
  return window.waitFor(`a line ${line} at the right`, (screen) =>
    screen.lines().some((each) => each.endsWith(`│${line}`)),
  );
}

/** Opens the next window of the person, and waits until it shows the same. */
async function again(lines: readonly string[]): Promise<OuterTerminal> {
  const next = host.sandbox.open([], SIZE);
  await next.waitFor('the same lines', (screen) => body(screen).join('\n') === lines.join('\n'));
  return next;
}

/** What the host keeps of people. */
const kept = () => readFileSync(join(host.sandbox.home, '.local/state/cotty/notes.json'), 'utf8');

test('the next window shows the tab, the scroll position, the panes and the zoom that a window left', async () => {
  const window = await somewhere();
  const before = body(window.screen);
  await detach(window);
  const next = await again(before);
  expect(bar(next.screen)).toMatch(/zoomed 2\/2/);
  next.send(zoom);
  await next.waitFor('both panes', (screen) => screen.lines().some((line) => /.│/.test(line)));

  // Whoever types is at the end again, and the next window is there, too.
  next.send(zoom, 'echo typed');
  next.send('\r');
  await waitForBlock(next, '✓ 0 echo typed');
  // The block is there before the rows have moved up.
  await next.waitFor(
    'a prompt at the end',
    (screen) => isAtPrompt(screen) && screen.cursor.y === screen.rows - 2,
  );
  const end = body(next.screen);
  await detach(next);
  await (await again(end)).close();
});

test('also when a window is killed; of two windows, the one that moved last counts', async () => {
  const window = await openWindow(host.sandbox);
  await openTab(window, 'mine');
  window.type('seq 100\r');
  await waitForBlock(window, '✓ 0 seq 100');
  window.send(key.pageUp);
  await window.waitForText(/\d+ lines below/);
  const mine = body(window.screen);
  await expect.poll(kept).toMatch(/kind\\":\\"line/);
  process.kill(window.pid, 'SIGKILL');
  await window.exited;

  const first = host.sandbox.open();
  await first.waitFor('the same lines', (screen) => body(screen).join('\n') === mine.join('\n'));
  expect([frontTab(first.screen), hasDialog(first.screen)]).toEqual([expect.stringContaining('mine'), false]);
  const second = host.sandbox.open();
  await second.waitFor('the same tab', (screen) => frontTab(screen).includes('mine'));
  const place = kept();
  second.send(alt('1'));
  await second.waitFor('another tab', (screen) => !frontTab(screen).includes('mine'));
  await expect.poll(kept).not.toBe(place);
  for (const each of [second, first]) {
    process.kill(each.pid, 'SIGKILL');
    await each.exited;
  }
  const last = await openWindow(host.sandbox);
  expect(frontTab(last.screen)).not.toContain('mine');
});
