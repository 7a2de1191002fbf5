import { expect, test } from 'vitest';
import {
  frontTab,
  modeOf,
  openTab,
  separatorRow,
  tabLine,
  waitForBlock,
  waitForMode,
} from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
import type { Cell, OuterScreen } from '../support/outer-screen.ts';
import { shareHost } from '../support/shared-host.ts';

const host = shareHost();

const TRUE_COLOR = { COLORTERM: 'truecolor' };
/** A tenth of white in the background that the outer terminal of the tests reports, `#101010`, and named red. */
const SURFACE = `${0x3_00_00_00}:${0x23_23_23}`;
const NAMED_RED = `${0x1_00_00_00}:1`;
const DEFAULT = '0:-1';

function rowWith(screen: OuterScreen, text: RegExp): number {
  return screen.lines().findIndex((line) => text.test(line));
}

function backgrounds(cells: readonly Cell[]): readonly string[] {
  return [...new Set(cells.map(({ bg }) => bg))];
}

test('tabs stay where they are while commands run and fail, and when another one comes to the front', async () => {
  const window = await host.open({ env: TRUE_COLOR });
  const places = (screen: OuterScreen) =>
    ['left', 'right', '+'].map((text) => tabLine(screen).indexOf(text)).join();
  await openTab(window, 'left');
  await openTab(window, 'right');
  const before = places(window.screen);
  window.type('sleep 1.2; false\r');
  const running = await window.waitFor('the sign', (screen) => tabLine(screen).includes('● right'));
  expect(places(running)).toBe(before);
  window.send('\x1b1');
  await window.waitFor('another tab in front', (screen) => !frontTab(screen).includes('right'));
  const ended = await window.waitFor('its end', (screen) => /[^●] right/.test(tabLine(screen)));
  expect(places(ended)).toBe(before);
});

test('headers, tabs and bar stand on a surface, failures on red, and a selected block shows its end', async () => {
  const window = await host.open({ env: TRUE_COLOR });
  window.type('echo fine\r');
  await waitForBlock(window, '✓ 0 echo fine');
  window.type('ls /nowhere\r');
  const screen = await waitForBlock(window, '✗ 2 ls /nowhere');
  const fine = rowWith(screen, /✓ {2}echo fine/);
  expect(screen.line(fine)).not.toMatch(/0\.\ds|you/);
  expect(backgrounds(screen.cells(fine))).toEqual([SURFACE]);
  expect(backgrounds(screen.cells(fine + 1))).toEqual([DEFAULT]);
  expect(backgrounds(screen.cells(screen.rows - 1))).toEqual([SURFACE]);
  expect(new Set(backgrounds(screen.cells(0)))).toEqual(new Set([DEFAULT, SURFACE]));
  const failed = rowWith(screen, /✗ 2 {2}ls/);
  const chip = screen.cells(failed).filter(({ bg }) => bg === NAMED_RED);
  expect(chip.map(({ text }) => text).join('')).toBe(' ✗ 2 ');

  window.send(key.escape);
  await waitForMode(window, 'BROWSE');
  window.send('k');
  const selected = (seen: OuterScreen) =>
    seen.cells(rowWith(seen, /✓ {2}echo fine/)).every(({ attributes }) => attributes.includes('inverse'));
  const browsing = await window.waitFor('the header reversed', selected);
  const at = rowWith(browsing, /✓ {2}echo fine/);
  const [output] = backgrounds(browsing.cells(at + 1));
  expect([DEFAULT, SURFACE]).not.toContain(output);
});

test('what runs has a header as what has ended, whose chip alone changes', async () => {
  const window = await host.open({ env: TRUE_COLOR });
  window.type('cat\r');
  await window.waitForText(/^ {2}● {2}cat/m);
  const running = await window.waitFor('its time', (screen) => /● {2}cat +\d+s/.test(screen.text()));
  expect(backgrounds(running.cells(separatorRow(running)))).toEqual([SURFACE]);
  expect(modeOf(running)).toBe('RUN');
  window.send(ctrl('d'));
  await waitForBlock(window, '✓ 0 cat');
});

test('without colours headers are rules, and the tab in front is reversed', async () => {
  const window = await host.open({ env: { NO_COLOR: '1' } });
  window.type('false\r');
  const screen = await waitForBlock(window, '✗ 1 false');
  const row = rowWith(screen, /✗ 1 {2}false ─+ {2}\d\d:\d\d/);
  expect(row).toBeGreaterThan(0);
  for (let y = 0; y < screen.rows; y += 1) expect(backgrounds(screen.cells(y))).toEqual([DEFAULT]);
});
