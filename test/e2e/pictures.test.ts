import { afterEach, expect, test } from 'vitest';
import { openWindow, waitForBlock, waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { Sandbox } from '../support/sandbox.ts';

const BOX = [
  '┌──────────────┐',
  '│ cat.png      │',
  '│ 640×480      │',
  '│              │',
  '└──────────────┘',
];
/** The beginning of a PNG of 640×480. */
const HEAD = 'iVBORw0KGgoAAAANSUhEUgAAAoAAAAHgCAYAAAA=';

let sandbox: Sandbox;
afterEach(() => sandbox.close());

function hasBox(screen: OuterScreen): boolean {
  const lines = screen.lines();
  const top = lines.findIndex((line) => line.includes(BOX[0] ?? ''));
  return top >= 0 && BOX.every((row, at) => lines[top + at]?.includes(row));
}

test('a picture is a box with its name and size, in its block, in LOCK and in a window that comes later', async () => {
  sandbox = new Sandbox();
  const name = Buffer.from('cat.png').toString('base64');
  // Longer than a batch of output.
  const data = `${HEAD.replace('=', 'A')}${'A'.repeat(40_000)}`;
  sandbox.write(
    'picture',
    `before\n\x1b]1337;File=name=${name};width=16;height=5;inline=1:${data}\x07\nafter\n`,
  );
  const window = await openWindow(sandbox, { cols: 80, rows: 30 });
  window.type('cat picture\r');
  await waitForBlock(window, '✓ 0 cat picture');
  await window.waitFor('the box in its block', hasBox);
  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.send('L');
  await waitForMode(window, 'LOCK');
  window.type('clear; cat picture\r');
  await window.waitFor('the box in LOCK', (screen) => hasBox(screen) && screen.text().includes('after'));
  const text = window.screen.text();
  expect(text.indexOf('before')).toBeLessThan(text.indexOf(BOX[0] ?? ''));
  expect(text.indexOf(BOX[4] ?? '')).toBeLessThan(text.indexOf('after'));
  const later = sandbox.open([], { cols: 80, rows: 30 });
  await later.waitFor('the box in a later window', hasBox);
});
