import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { modeOf, openWindow, waitForMode } from '../support/face.ts';
import { ctrl, key } from '../support/keys.ts';
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
    await window.waitForText('✓ ');
  });
});

const drawing = fixtureProgram('normal-screen.mjs');

type Command = {
  readonly command: string;
  /** Texts to wait for and keys to send, by turns; then the screens are compared. */
  readonly inside: readonly string[];
  readonly end: string;
};

/** Commands, each begun where the one before has left the screen. */
const COMMANDS: readonly Command[] = [
  ...['home', 'clearLoop', 'clearWithoutHome', 'region', 'addressing', 'menu', 'question', 'edges'].map(
    (name) => ({ command: `${drawing} ${name} ~/ready`, inside: [''], end: '\r' }),
  ),
  { command: 'clear', inside: [], end: '' },
  { command: 'printf "\\033[H\\033[2J"; seq 60; printf "\\033[H\\033[2Jtop"', inside: [], end: '' },
  { command: 'less numbers', inside: ['number 3', ' ', 'number 27'], end: 'q' },
  { command: 'vim -n -N -u NONE -i NONE numbers', inside: ['number 3', 'G', 'number 199'], end: ':q!\r' },
  { command: 'read -p "a question: "', inside: ['a question:'], end: '\r' },
];

/** Types a command at the prompt of that number; a program that says when it has drawn is waited for. */
async function begin(window: OuterTerminal, number: number, command: string, ready: string): Promise<void> {
  await window.waitForText(`${number}$`);
  window.type(`${command}\r`);
  if (!command.endsWith('/ready')) return;
  await window.waitFor(command, () => existsSync(ready));
  rmSync(ready);
}

async function walk(window: OuterTerminal, inside: readonly string[]): Promise<void> {
  for (const [index, textOrKeys] of inside.entries()) {
    if (index % 2 === 0) await window.waitForText(textOrKeys);
    else window.send(textOrKeys);
  }
}

async function toMode(window: OuterTerminal, mode: 'RAW' | 'LOCK'): Promise<void> {
  window.send(mode === 'RAW' ? ctrl('k') : key.escape);
  await waitForMode(window, mode === 'RAW' ? 'RAW' : 'BROWSE');
  if (mode === 'LOCK') window.send('L');
  await waitForMode(window, mode);
}

/** Rows of a screen with the style of each cell, and the cursor, from a line on. */
function look(screen: OuterScreen, from: number, rows: number): object {
  const { x, y } = screen.cursor;
  return {
    text: Array.from({ length: rows }, (_, row) => screen.line(from + row).trimEnd()),
    cells: Array.from({ length: rows }, (_, row) =>
      screen
        .cells(from + row)
        .map(describeCell)
        .join('|'),
    ),
    cursor: { x, y: y - from },
  };
}

/** Waits until the body of a window shows the other screen, and says what differs if it never does. */
async function expectSame(window: OuterTerminal, { screen }: OuterTerminal, what: string): Promise<void> {
  const seen = (): object => ({ what, ...look(window.screen, 1, screen.rows) });
  const expected = (): object => ({ what, ...look(screen, 0, screen.rows) });
  await window
    .waitFor(`the screen of ${what}`, () => JSON.stringify(seen()) === JSON.stringify(expected()), 15_000)
    .catch(() => expect(seen()).toEqual(expected()));
}

describe.each(['RAW', 'LOCK'] as const)('%s', (mode) => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  test.each([
    [100, 30],
    [61, 17],
  ])('shows every screen as it is, in a window of %i×%i', async (cols, rows) => {
    sandbox = new Sandbox();
    // The prompt counts commands, so that one sees which command has ended.
    sandbox.write('.bashrc', "PS1='\\#$ '\n");
    sandbox.write('numbers', Array.from({ length: 200 }, (_, n) => `number ${n}\n`).join(''));
    const window = await openWindow(sandbox, { cols, rows });
    await toMode(window, mode);
    const alone = sandbox.start('/bin/bash', ['-i'], { cols, rows: rows - 2 });
    for (const [index, { command, inside, end }] of COMMANDS.entries()) {
      for (const each of [window, alone]) await begin(each, index + 1, command, join(sandbox.home, 'ready'));
      for (const each of [window, alone]) await walk(each, inside);
      await expectSame(window, alone, command);
      for (const each of [window, alone]) each.send(end);
    }
    for (const each of [window, alone]) await each.waitForText(`${COMMANDS.length + 1}$`);
    await expectSame(window, alone, 'the shell at the end');
  });

  test('reports the mouse on every cell of the normal screen', async () => {
    sandbox = new Sandbox();
    const window = await openWindow(sandbox, { cols: 80, rows: 24 });
    await toMode(window, mode);
    const input = join(sandbox.home, 'input');
    window.type(`${drawing} mouse ~/ready ~/input\r`);
    await window.waitFor('the program', () => existsSync(join(sandbox.home, 'ready')));
    await window.waitFor('the mouse', ({ terminal }) => terminal.modes.mouseTrackingMode === 'any');
    const reported: string[] = [];
    for (const [x, y] of [
      [1, 1],
      [80, 1],
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

describe('RAW in the window of somebody who watches', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

  test.each([
    [120, 40],
    [60, 15],
  ])('shows the screen of another size at its place, in a window of %i×%i', async (cols, rows) => {
    sandbox = new Sandbox();
    const holder = await openWindow(sandbox, { cols: 90, rows: 26 });
    const watcher = sandbox.open([], { cols, rows });
    await waitForMode(watcher, 'RUN');
    await toMode(holder, 'RAW');
    await toMode(watcher, 'RAW');
    for (const name of ['addressing', 'home', 'edges'] as const) {
      holder.type(`${drawing} ${name} ~/${name}\r`);
      await holder.waitFor(`${name} drawn`, () => existsSync(join(sandbox.home, name)));
      const visible = { cols: Math.min(90, cols), rows: Math.min(24, rows - 2) };
      const part = (screen: OuterScreen, top: number, left: number): string[] =>
        Array.from({ length: visible.rows }, (_, y) =>
          screen
            .cells(1 + top + y, left, left + visible.cols)
            .map(describeCell)
            .join('|'),
        );
      // Of a larger screen the part with the cursor is shown.
      const expected = (): string[] => {
        const { x, y } = holder.screen.cursor;
        return part(holder.screen, Math.max(0, y - 1 - visible.rows + 1), Math.max(0, x - visible.cols + 1));
      };
      const shown = (): string[] => part(watcher.screen, 0, 0);
      const same = (): boolean => JSON.stringify(shown()) === JSON.stringify(expected());
      await watcher.waitFor(`the screen of ${name}`, same).catch(() => expect(shown()).toEqual(expected()));
      expect(holder.screen.text()).not.toContain('── live');
      holder.type('\r');
    }
  });
});
