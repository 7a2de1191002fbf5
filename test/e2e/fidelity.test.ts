import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { modeOf, openWindow, waitForMode } from '../support/face.ts';
import type { Cell, OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { fixtureProgram } from '../support/programs.ts';
import { Sandbox } from '../support/sandbox.ts';

const program = fixtureProgram('attributes.mjs');

/** Cells row by row, as comparable text: a difference names its row and column. */
function picture(screen: OuterScreen, from: number, rows: number): Record<string, string> {
  const entries = Array.from({ length: rows }, (_, row) =>
    screen
      .cells(from + row)
      .map((cell, column): [string, string] => [`${row},${column}`, describeCell(cell)]),
  );
  return Object.fromEntries(entries.flat());
}

function describeCell({ text, width, fg, bg, attributes }: Cell): string {
  return `${JSON.stringify(text)} ${width} fg${fg} bg${bg} ${attributes}`;
}

/** The program alone, in a terminal of exactly this size. */
async function alone(sandbox: Sandbox, cols: number, rows: number): Promise<OuterTerminal> {
  const ready = join(sandbox.home, 'alone');
  const window = sandbox.start('/bin/sh', ['-c', `exec ${program} ${ready}`], { cols, rows });
  // Where the program leaves the cursor, last of all.
  const drawn = ({ cursor }: OuterScreen): boolean => cursor.x === 6 && cursor.y === 4;
  await window.waitFor('the program alone', (screen) => existsSync(ready) && drawn(screen));
  return window;
}

describe('a full-screen program in cotty', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  test.each([
    [100, 30],
    [83, 24],
  ])('looks cell by cell as it does alone, in a window of %i×%i', async (cols, rows) => {
    sandbox = new Sandbox();
    const ready = join(sandbox.home, 'inside');
    const window = await openWindow(sandbox, { cols, rows });
    window.type(`${program} ${ready}\r`);
    const size = (): string => (existsSync(ready) ? readFileSync(ready, 'utf8') : '');
    await window.waitFor('the program in RAW', (screen) => size() !== '' && modeOf(screen) === 'RAW');
    expect(size()).toBe(`${cols} ${rows - 2}`);

    const reference = await alone(sandbox, cols, rows - 2);
    const expected = picture(reference.screen, 0, rows - 2);
    // The last piece of output may still be on its way: equal at some moment, or never.
    const same = (screen: OuterScreen): boolean =>
      JSON.stringify(picture(screen, 1, rows - 2)) === JSON.stringify(expected);
    const { x, y } = reference.screen.cursor;
    const there = ({ cursor }: OuterScreen): boolean => cursor.x === x && cursor.y === y + 1;
    await window
      .waitFor('the same picture', (screen) => same(screen) && there(screen))
      .catch(() => {
        // What differs says more than that something does.
        expect(picture(window.screen, 1, rows - 2)).toEqual(expected);
        expect(window.screen.cursor).toEqual({ x, y: y + 1 });
      });

    window.send('q');
    await waitForMode(window, 'RUN');
    await window.waitForText('✓ 0');
  });
});
