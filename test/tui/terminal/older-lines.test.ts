import { describe, expect, test } from 'vitest';
import type { AskOutput } from '../../../src/protocol/cotty/command-output.ts';
import type { TerminalState } from '../../../src/protocol/terminal/state.ts';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { addOlderLines, readTail } from '../../../src/tui/terminal/older-lines.ts';
import { WindowScreen } from '../../../src/tui/terminal/window-screen.ts';
import { HandClock } from '../../support/hand-clock.ts';

const lines = (from: number, to: number): string =>
  Array.from({ length: to - from }, (_, at) => `line ${from + at}\r\n`).join('');

function emulatorOf(text: string, scrollback: number): Emulator {
  const emulator = new Emulator({ cols: 20, rows: 5, scrollback });
  emulator.write(text);
  return emulator;
}

const texts = (emulator: Emulator): string[] =>
  Array.from({ length: emulator.length }, (_, line) => rowText(emulator.row(line)));

describe('lines that have left the scrollback', () => {
  test('come back above those that are there, and the screen goes on as before', () => {
    const screen = emulatorOf(lines(0, 500), 50);
    const mark = screen.mark();
    const added = addOlderLines(screen, lines(0, 500), 300);
    expect(added).toBe(500 + 1 - 55 - (500 + 1 - 305));
    screen.write('more\r\n\x1b[2Aup');
    expect(mark.line).toBe(screen.base + 3);

    const whole = emulatorOf(`${lines(0, 500)}more\r\n\x1b[2Aup`, 300);
    expect(texts(screen)).toEqual(texts(whole));
    expect(screen.cursor).toEqual(whole.cursor);
  });

  test('fit although the program has printed more since the output was read', () => {
    const screen = emulatorOf(lines(0, 520), 50);
    addOlderLines(screen, lines(0, 500), 400);
    expect(texts(screen).slice(0, -1)).toEqual(
      lines(96 + 20, 520)
        .split('\r\n')
        .slice(0, -1),
    );
  });

  test('keep colours and wide signs, and have no links of another emulator', () => {
    const text = `\x1b[31m漢字\x1b[0m \x1b]8;;http://a/\x07link\x1b]8;;\x07\r\n${lines(0, 100)}`;
    const screen = emulatorOf(text, 50);
    addOlderLines(screen, text, 200);
    expect(screen.row(0)).toEqual(emulatorOf(text.replace(/\x1b\]8;;[^\x07]*\x07/g, ''), 200).row(0));
    expect(screen.link(0, 5)).toBeUndefined();
  });

  test('are not taken from an output that leads to something else', () => {
    const screen = emulatorOf(lines(0, 500), 50);
    const before = texts(screen);
    expect(addOlderLines(screen, 'other\r\n'.repeat(400), 300)).toBe(0);
    expect(texts(screen)).toEqual(before);
  });

  test('go when the screen is to keep fewer, the newest stay', () => {
    const screen = emulatorOf(lines(0, 500), 50);
    addOlderLines(screen, lines(0, 500), 300);
    screen.keepScrollback(50);
    expect(texts(screen)).toEqual(texts(emulatorOf(lines(0, 500), 50)));
  });
});

describe('the last lines of an output', () => {
  test('are read in as many pieces as there are', async () => {
    const all = lines(1, 31).split(/(?<=\n)/);
    const ask: AskOutput = ({ fromEnd, fromLine = all.length - (fromEnd ?? 0) + 1 }) => {
      const taken = all.slice(fromLine - 1, fromLine + 7);
      const total = { lines: all.length, bytes: 0, chars: 0 };
      const more = fromLine + 7 < all.length;
      return Promise.resolve({
        text: taken.join(''),
        fromLine,
        lines: taken.length,
        total,
        more,
        running: true,
      });
    };
    expect(await readTail(ask, 1, 20)).toBe(lines(11, 31));
  });
});

describe('a screen with more lines of scrollback than are always there', () => {
  const state: TerminalState = {
    title: 't',
    cols: 20,
    rows: 5,
    content: [],
    lifecycle: { status: 'running' },
    claim: { kind: 'client', clientId: 'me' },
  };

  function open(): WindowScreen {
    const clock = new HandClock();
    return new WindowScreen(state, {
      scrollback: 10_000,
      onHeldTooLong: () => {},
      now: () => 0,
      setTimer: (run, ms) => clock.after(ms, run),
      clearTimer: (cancel) => (cancel as (() => void) | undefined)?.(),
    });
  }

  test('wants the others when somebody scrolls back, once, and lets them go afterwards', () => {
    const screen = open();
    screen.follow(true);
    screen.apply({ type: 'terminal/data', data: lines(0, 3000) });
    expect(screen.wantsOlder()).toBe(false);
    screen.follow(false);
    expect([screen.wantsOlder(), screen.wantsOlder()]).toEqual([true, false]);
    expect(screen.addOlder(lines(0, 3000))).toBe(3001 - 2005);
    expect(rowText(screen.parse().row(0))).toBe('line 0');
    screen.follow(true);
    expect(screen.parse().emulator.length).toBe(2005);
    expect(screen.parse().emulator.scrollback).toBe(2000);
  });

  test('wants nothing while all lines are there', () => {
    const screen = open();
    screen.apply({ type: 'terminal/data', data: lines(0, 1500) });
    screen.follow(false);
    expect(screen.wantsOlder()).toBe(false);
  });

  test('takes nothing when somebody follows the output again meanwhile', () => {
    const screen = open();
    screen.apply({ type: 'terminal/data', data: lines(0, 3000) });
    screen.follow(true);
    expect(screen.addOlder(lines(0, 3000))).toBe(0);
  });
});
