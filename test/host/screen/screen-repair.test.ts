import { constants } from 'node:os';
import { describe, expect, test } from 'vitest';
import { endedBySignal, screenRepair } from '../../../src/host/screen/screen-repair.ts';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';

const screenAfter = (text: string) => {
  const emulator = new Emulator({ cols: 20, rows: 4, scrollback: 10 });
  emulator.write(text);
  return emulator;
};

describe('a screen after a program that a signal has ended', () => {
  test('needs nothing when the program had switched nothing on', () => {
    expect(screenRepair(screenAfter('\x1b[31mred\x1b[0m'))).toBe('');
  });

  test.each([
    ['the alternate screen', '\x1b[?1049h'],
    ['mouse reports', '\x1b[?1000h\x1b[?1006h'],
    ['every motion of the mouse', '\x1b[?1003h\x1b[?1016h'],
    ['a hidden cursor', '\x1b[?25l'],
    ['focus reports', '\x1b[?1004h'],
    ['application keys', '\x1b[?1h\x1b='],
    ['the kitty keyboard protocol', '\x1b[>5u\x1b[>1u'],
    ['other keys', '\x1b[>4;2m'],
    ['insert mode', '\x1b[4h'],
    ['line drawing in G0', '\x1b(0'],
    ['line drawing in G1', '\x1b)0\x0e'],
    ['line drawing in G2', '\x1b*0\x1bn'],
    ['lines that do not wrap', '\x1b[?7l'],
    ['line feeds that return', '\x1b[20h'],
    ['a scroll region and origin mode', '\x1b7\x1b[2;3r\x1b[?6h\x1b[?6l\x1b8\x1b[?6h\x1b[?6l\x1b8'],
    [
      'everything vim sets',
      '\x1b[?1049h\x1b[22;0;0t\x1b[>4;2m\x1b[?1h\x1b=\x1b[?2004h\x1b[?1004h\x1b[?1006;1002h\x1b[?25l',
    ],
  ])('is rid of %s', (_name, set) => {
    const emulator = screenAfter(`text${set}`);
    const repair = screenRepair(emulator);
    expect(repair).not.toBe('');
    emulator.write(`${repair}q`);
    expect(rowText(emulator.row(0))).toBe('textq');
    expect(screenRepair(emulator)).toBe('');
    expect(emulator.alternate).toBe(false);
    expect(emulator.cursor).toMatchObject({ x: 5, y: 0, visible: true });
  });
});

test('a status tells of a signal, but not when the job was only stopped', () => {
  expect([0, 1, 127, 128, 255].map(endedBySignal)).toEqual([false, false, false, false, false]);
  expect([130, 137, 143].map(endedBySignal)).toEqual([true, true, true]);
  expect(endedBySignal(128 + constants.signals.SIGTSTP)).toBe(false);
  expect(endedBySignal(undefined)).toBe(false);
});
