import { expect, test } from 'vitest';
import { waitForMode } from '../support/face.ts';
import { imageOf } from '../support/image.ts';
import { key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { programPath } from '../support/programs.ts';
import { shareHost } from '../support/shared-host.ts';

/** The size that vttest's screens are made for. */
const size = { cols: 80, rows: 24 };
const MENU = 'Enter choice number';
/** Items of the main menu, and of the menus below it, with the fewest screens that each has. */
const ITEMS = {
  '1': 3,
  '2': 3,
  '3': 1,
  '4': 4,
  '6.3': 1,
  '6.4': 1,
  '7': 3,
  '8': 3,
  '9.1': 3,
  '9.8': 3,
  '10.1': 1,
  '11.1.2.3': 1,
  '11.1.2.4': 2,
  '11.1.6': 2,
  '11.2.2.1': 1,
  '11.3.3.10': 3,
  '11.3.6.8': 3,
  '11.5.2': 1,
  '11.5.7': 1,
  '11.6.4': 2,
  '11.6.8': 3,
  '11.7.2': 1,
  '11.7.4': 1,
};
/** Far more than one item has. */
const MOST_SCREENS = 40;

const host = shareHost();

/** Waits until both show the same, which is a screen that waits for a key and not the one before; returns it. */
async function sameScreen(inside: OuterTerminal, alone: OuterTerminal, before: string): Promise<string> {
  const text = () => alone.screen.text();
  // An answer that is echoed to the screen before, behind its menu or as a new line, is no other screen.
  const settled = () => {
    const { screen } = alone;
    const behindMenu = /Enter choice number \(.*\):\s*$/.test(screen.line(screen.cursor.y));
    return screen.text().includes(MENU) ? behindMenu : screen.text().includes('Push <RETURN>');
  };
  await alone.waitFor('the next screen', () => text() !== before && settled());
  const seen = () => imageOf(inside.screen, 1, size.rows);
  const expected = () => imageOf(alone.screen, 0, size.rows);
  await inside
    .waitFor('the same in LOCK', () => JSON.stringify(seen()) === JSON.stringify(expected()), 20_000)
    .catch(() => expect.soft(seen()).toEqual(expected()));
  return text();
}

test('the screens of vttest are in LOCK what they are alone, cell by cell', async () => {
  const vttest = programPath('vttest');
  const inside = await host.open({ cols: size.cols, rows: size.rows + 2 });
  inside.send(key.escape);
  await waitForMode(inside, 'BROWSE');
  inside.send('L');
  await waitForMode(inside, 'LOCK');
  inside.type(`${vttest}\r`);
  const alone = host.sandbox.start('/bin/sh', ['-c', `exec ${vttest}`], size);
  let shown = await sameScreen(inside, alone, '');
  const choose = async (item: string) => {
    for (const each of [inside, alone]) each.type(`${item}\r`);
    shown = await sameScreen(inside, alone, shown);
  };
  for (const [item, least] of Object.entries(ITEMS)) {
    const steps = item.split('.');
    for (const step of steps) await choose(step);
    let screens = 0;
    for (; !shown.includes(MENU) && screens < MOST_SCREENS; screens += 1) {
      for (const each of [inside, alone]) each.send('\r');
      shown = await sameScreen(inside, alone, shown);
    }
    expect(screens, `screens of item ${item}`).toBeGreaterThanOrEqual(least);
    for (const _menu of steps.slice(1)) await choose('0');
  }
  for (const each of [inside, alone]) each.type('0\r');
  await inside.waitForText("That's all, folks!");
});
