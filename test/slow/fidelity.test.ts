import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { waitForMode } from '../support/face.ts';
import { exactly } from '../support/image.ts';
import { ctrl, key } from '../support/keys.ts';
import type { OuterScreen } from '../support/outer-screen.ts';
import type { OuterTerminal } from '../support/outer-terminal.ts';
import { fixtureProgram, needs } from '../support/programs.ts';
import { shareHost } from '../support/shared-host.ts';

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
        .map(exactly)
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

describe('LOCK', () => {
  const host = shareHost({
    prepare: (sandbox) => {
      needs('less', 'vim');
      sandbox.write('.bashrc', NUMBERED);
      sandbox.write('numbers', Array.from({ length: 200 }, (_, n) => `number ${n}\n`).join(''));
    },
  });

  test.each([
    [100, 30],
    [61, 17],
  ])('shows every screen as it is, in a window of %i×%i', async (cols, rows) => {
    const { sandbox } = host;
    const window = await host.open({ cols, rows });
    await toMode(window, 'LOCK');
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
});

/** What programs draw that take the screen as it is, reading every key. */
const TAKES = ['home', 'addressing', 'edges'] as const;

/** Counts commands, so that one sees which has ended. */
const NUMBERED = "PS1='\\#$ '\n";

describe('RAW', () => {
  const host = shareHost({ prepare: (sandbox) => void sandbox.write('.bashrc', NUMBERED) });

  test.each([
    [100, 30],
    [61, 17],
  ])('shows the screen of a program that takes it, in a window of %i×%i', async (cols, rows) => {
    const { sandbox } = host;
    const window = await host.open({ cols, rows });
    await toMode(window, 'RAW');
    const alone = sandbox.start('/bin/bash', ['-i'], { cols, rows: rows - 2 });
    for (const [index, scene] of TAKES.entries()) {
      for (const [name, each] of Object.entries({ window, alone })) {
        await each.waitForText(`${index + 1}$`);
        const ready = join(sandbox.home, `${name}-${scene}`);
        each.type(`${drawing} ${scene} ${ready} ${ready}.input\r`);
        await each.waitFor(scene, () => existsSync(ready));
      }
      await expectSame(window, alone, scene);
      for (const each of [window, alone]) each.send('\r');
    }
  });
});

describe('RAW in the window of somebody who watches', () => {
  const host = shareHost({ prepare: (sandbox) => void sandbox.write('.bashrc', NUMBERED) });

  test.each([
    [120, 40],
    [60, 15],
  ])('shows the screen of another size at its place, in a window of %i×%i', async (cols, rows) => {
    const name = host.newName();
    const holder = await host.open({ name, cols: 90, rows: 26 });
    const watcher = host.start(['attach', name], { cols, rows });
    await waitForMode(watcher, 'RUN');
    await toMode(holder, 'RAW');
    await toMode(watcher, 'RAW');
    for (const [index, scene] of (['addressing', 'home', 'edges'] as const).entries()) {
      await holder.waitForText(`${index + 1}$`);
      const ready = join(host.sandbox.home, `${name}-${scene}`);
      holder.type(`${drawing} ${scene} ${ready} ${ready}.input\r`);
      await holder.waitFor(`${scene} drawn`, () => existsSync(ready));
      const visible = { cols: Math.min(90, cols), rows: Math.min(24, rows - 2) };
      const part = (screen: OuterScreen, top: number, left: number): string[] =>
        Array.from({ length: visible.rows }, (_, y) =>
          screen
            .cells(1 + top + y, left, left + visible.cols)
            .map(exactly)
            .join('|'),
        );
      // Of a larger screen the part with the cursor is shown.
      const expected = (): string[] => {
        const { x, y } = holder.screen.cursor;
        return part(holder.screen, Math.max(0, y - 1 - visible.rows + 1), Math.max(0, x - visible.cols + 1));
      };
      const shown = (): string[] => part(watcher.screen, 0, 0);
      const same = (): boolean => JSON.stringify(shown()) === JSON.stringify(expected());
      await watcher.waitFor(`the screen of ${scene}`, same).catch(() => expect(shown()).toEqual(expected()));
      expect(holder.screen.text()).not.toContain('── live');
      holder.type('\r');
    }
  });
});
