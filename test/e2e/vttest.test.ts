import { afterEach, expect, test } from 'vitest';
import { openWindow, waitForMode } from '../support/face.ts';
import { key } from '../support/keys.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { pictureOf } from '../support/picture.ts';
import { programPath } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

/** The size that vttest's screens are made for. */
const size = { cols: 80, rows: 24 };
const MENU = 'Enter choice number';
/** Items of the main menu: cursor movements, screen features, character sets, features of the VT102. */
const ITEMS = ['1', '2', '8'];
/** Far more than one item has. */
const MOST_SCREENS = 40;

let sandbox: Sandbox;
afterEach(() => sandbox.close());

/** Waits until both show the same, which is a screen that waits for a key and not the one before; returns it. */
async function sameScreen(inside: OuterTerminal, alone: OuterTerminal, before: string): Promise<string> {
  // The menu with the echo of a choice is no other screen.
  const text = () => alone.screen.text().replace(/(Enter choice number \(.*\): )\d+/, '$1');
  await alone.waitFor(
    'the next screen',
    () => text() !== before && /Push <RETURN>|Enter choice/.test(text()),
  );
  const seen = () => pictureOf(inside.screen, 1, size.rows);
  const expected = () => pictureOf(alone.screen, 0, size.rows);
  await inside
    .waitFor('the same in LOCK', () => JSON.stringify(seen()) === JSON.stringify(expected()), 20_000)
    .catch(() => expect.soft(seen()).toEqual(expected()));
  return text();
}

test('the screens of vttest are in LOCK what they are alone, cell by cell', async () => {
  sandbox = new Sandbox();
  const vttest = programPath('vttest');
  const inside = await openWindow(sandbox, { cols: size.cols, rows: size.rows + 2 });
  inside.send(key.escape);
  await waitForMode(inside, 'BROWSE');
  inside.send('L');
  await waitForMode(inside, 'LOCK');
  inside.type(`${vttest}\r`);
  const alone = sandbox.start('/bin/sh', ['-c', `exec ${vttest}`], size);
  let screens = 0;
  let shown = await sameScreen(inside, alone, '');
  for (const item of ITEMS) {
    const start = screens;
    for (const each of [inside, alone]) each.type(`${item}\r`);
    for (let at = 0; at < MOST_SCREENS; at += 1) {
      shown = await sameScreen(inside, alone, shown);
      if (shown.includes(MENU)) break;
      screens += 1;
      for (const each of [inside, alone]) each.send('\r');
    }
    expect(screens, `screens of item ${item}`).toBeGreaterThan(start + 2);
  }
  for (const each of [inside, alone]) each.type('0\r');
  await inside.waitForText("That's all, folks!");
});
