import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { modeOf, waitForMode } from '../support/face.ts';
import { exactly } from '../support/image.ts';
import { ctrl } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { fixtureProgram } from '../support/programs.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { shareHost } from '../support/shared-host.ts';

const program = fixtureProgram('attributes.mjs');

/** Cells row by row, as comparable text: a difference names its row and column. */
function image(screen: OuterScreen, from: number, rows: number): Record<string, string> {
  const entries = Array.from({ length: rows }, (_, row) =>
    screen.cells(from + row).map((cell, column): [string, string] => [`${row},${column}`, exactly(cell)]),
  );
  return Object.fromEntries(entries.flat());
}

/** The program alone, in a terminal of exactly this size. */
async function alone(sandbox: Sandbox, cols: number, rows: number): Promise<OuterTerminal> {
  const ready = join(sandbox.home, `alone-${cols}`);
  const window = sandbox.start('/bin/sh', ['-c', `exec ${program} ${ready}`], { cols, rows });
  // Where the program leaves the cursor, last of all.
  const drawn = ({ cursor }: OuterScreen): boolean => cursor.x === 6 && cursor.y === 4;
  await window.waitFor('the program alone', (screen) => existsSync(ready) && drawn(screen));
  return window;
}

describe('a program in cotty', () => {
  const host = shareHost();

  test.each([
    [100, 30],
    [83, 24],
  ])('on the full screen looks cell by cell as it does alone, in a window of %i×%i', async (cols, rows) => {
    const { sandbox } = host;
    const ready = join(sandbox.home, `inside-${cols}`);
    const window = await host.open({ cols, rows });
    window.type(`${program} ${ready}\r`);
    const size = (): string => (existsSync(ready) ? readFileSync(ready, 'utf8') : '');
    await window.waitFor('the program in RAW', (screen) => size() !== '' && modeOf(screen) === 'RAW');
    expect(size()).toBe(`${cols} ${rows - 2}`);

    const reference = await alone(sandbox, cols, rows - 2);
    const expected = image(reference.screen, 0, rows - 2);
    // The last piece of output may still be on its way: equal at some moment, or never.
    const same = (screen: OuterScreen): boolean =>
      JSON.stringify(image(screen, 1, rows - 2)) === JSON.stringify(expected);
    const { x, y } = reference.screen.cursor;
    const there = ({ cursor }: OuterScreen): boolean => cursor.x === x && cursor.y === y + 1;
    await window
      .waitFor('the same image', (screen) => same(screen) && there(screen))
      .catch(() => {
        // What differs says more than that something does.
        expect(image(window.screen, 1, rows - 2)).toEqual(expected);
        expect(window.screen.cursor).toEqual({ x, y: y + 1 });
      });

    window.send('q');
    await waitForMode(window, 'RUN');
    await window.waitForText('✓ ');
  });

  test('on the normal screen is told of the mouse on every cell, in RAW', async () => {
    const { sandbox } = host;
    const window = await host.open({ cols: 80, rows: 24 });
    window.send(ctrl('k'));
    await waitForMode(window, 'RAW');
    const input = join(sandbox.home, 'input');
    // A command of one row: its header stands where the prompt did, so that rows of the program are those of the body.
    sandbox.write('n', `exec ${fixtureProgram('normal-screen.mjs')} "$@"\n`);
    window.type('sh ~/n mouse ~/ready ~/input\r');
    await window.waitFor('the program', () => existsSync(join(sandbox.home, 'ready')));
    await window.waitFor('the mouse', ({ terminal }) => terminal.modes.mouseTrackingMode === 'any');
    const reported: string[] = [];
    for (const [x, y] of [
      // The row above is that of its header.
      [1, 2],
      [80, 2],
      [40, 11],
      [1, 22],
      [80, 22],
    ] as const) {
      window.send(`\x1b[<35;${x};${y + 1}M`, `\x1b[<0;${x};${y + 1}M`, `\x1b[<0;${x};${y + 1}m`);
      reported.push(`\x1b[<35;${x};${y}M`, `\x1b[<0;${x};${y}M`, `\x1b[<0;${x};${y}m`);
    }
    const got = (): string => (existsSync(input) ? readFileSync(input, 'utf8') : '');
    await window
      .waitFor('all reports', () => got() === reported.join(''))
      .catch(() => expect(got()).toBe(reported.join('')));
  });
});
