import { afterEach, expect, test } from 'vitest';
import { openWindow, waitForMode } from '../support/face.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import { fixtureProgram } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

const size = { cols: 60, rows: 20 };
let sandbox: Sandbox;
afterEach(() => sandbox.close());

/** The letters that the rows of the program begin with, one for each run of equal ones: `z` is a whole frame. */
function letters(screen: OuterScreen): string {
  const first = Array.from({ length: size.rows - 2 }, (_, y) => screen.line(y + 1).charAt(0) || ' ');
  return first.filter((letter, y) => letter !== first[y - 1]).join('');
}

test('between begin and end of synchronised output nothing half drawn is painted, until it takes too long', async () => {
  sandbox = new Sandbox();
  const window = await openWindow(sandbox, size);
  window.type(`${fixtureProgram('synchronised.mjs')}\r`);
  await waitForMode(window, 'RAW');
  await window.waitFor('the program', (screen) => letters(screen) === '.');
  const seen = new Set<string>();
  window.send('n');
  await window.waitFor('the last frame', (screen) => {
    seen.add(letters(screen));
    return letters(screen) === 'z';
  });
  expect([...seen].filter((each) => each.length !== 1)).toEqual([]);
  // Other terminals wait for a second.
  window.send('s');
  await window.waitFor('the slow frame', (screen) => {
    seen.add(letters(screen));
    return letters(screen) === 's';
  });
  expect([...seen].filter((each) => each.length !== 1)).toEqual([]);
  // A program that never comes to its end is seen all the same.
  window.send('h');
  await window.waitFor('the half that is drawn', (screen) => letters(screen).startsWith('h '));
  window.send('e');
  await window.waitFor('the whole of it', (screen) => letters(screen) === 'h');
  window.send('q');
  await waitForMode(window, 'RUN');
});
