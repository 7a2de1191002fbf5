import { describe, expect, test } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { serialise } from '../../../src/screen/serialise/serialise.ts';

function screenAfter(text: string, cols = 24, rows = 8): Emulator {
  const emulator = new Emulator({ cols, rows, scrollback: 20 });
  emulator.write(text);
  return emulator;
}

const lines = (emulator: Emulator): string[] =>
  Array.from({ length: emulator.length }, (_, line) => rowText(emulator.row(line))).filter(Boolean);

/** The first bytes of a PNG of that size. */
function png(width: number, height: number): string {
  const bytes = Buffer.alloc(64);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString('base64');
}

const iterm = (given: string, data: string): string =>
  `\x1b]1337;File=name=${Buffer.from('cat.png').toString('base64')};inline=1${given}:${data}\x07`;

const BOX = ['┌──────────┐', '│ cat.png  │', '│ 120×80   │', '└──────────┘'];

describe('an image by iTerm2', () => {
  test('is a box with its name and its size, behind which the program goes on', () => {
    const emulator = screenAfter(`${iterm('', png(120, 80))}\r\nnext`);
    expect(lines(emulator)).toEqual([...BOX, 'next']);
  });

  test('stands where the cursor is, and scrolls', () => {
    const emulator = screenAfter(`one\r\ntwo\r\n${'\r\n'.repeat(4)}ab${iterm('', png(120, 80))}|`);
    expect(lines(emulator)).toEqual([
      'one',
      'two',
      `ab${BOX[0]}`,
      ...BOX.slice(1, 3).map((row) => `  ${row}`),
      `  ${BOX[3]}|`,
    ]);
  });

  test.each([
    ['so many cells', ';width=6;height=3', 6, 3],
    ['pixels', ';width=60px;height=60px', 6, 3],
    ['parts of the screen', ';width=50%;height=50%', 12, 4],
    ['a width alone, and keeps its shape', ';width=6', 6, 2],
    ['a height alone, and keeps its shape', ';height=2', 6, 2],
    ['more than the screen has', ';width=99;height=99', 24, 8],
  ])('takes %s', (_name, given, cols, rows) => {
    const emulator = screenAfter(iterm(given, png(120, 80)));
    expect(emulator.cursor).toMatchObject({ x: Math.min(23, cols), y: rows - 1 });
  });

  test('that is a file to be saved, or nothing at all, shows nothing', () => {
    expect(lines(screenAfter('\x1b]1337;File=name=YQ==:AAAA\x07\x1b]1337;SetMark\x07a'))).toEqual(['a']);
  });

  test('without a size that anybody could read is a box all the same', () => {
    expect(lines(screenAfter(iterm(';width=12;height=4', 'AAAA')))[1]).toBe('│ cat.png  │');
  });

  test('of a name that controls the screen has a harmless one', () => {
    const name = Buffer.from('\x1b[2Jx\u202e').toString('base64');
    const box = lines(screenAfter(`\x1b]1337;File=name=${name};inline=1;width=12;height=4:AAAA\x07`));
    expect(box[1]).toBe('│ [2Jx     │');
  });

  test('is part of the screen that others are shown', () => {
    const emulator = screenAfter(`${iterm('', png(120, 80))}\r\n$ `);
    const copy = screenAfter(serialise(emulator, { scrollback: 0 }));
    expect(lines(copy)).toEqual(lines(emulator));
  });
});

describe('a sixel image', () => {
  test.each([
    ['says its size', '"1;1;120;80#0;2;0;0;0#0!120~-'],
    ['is as large as what it draws', `#0!120~$#1!60~${'-!100?'.repeat(13)}`],
  ])('that %s is a box of it, above the next line', (_name, data) => {
    const [, label, size] = lines(screenAfter(`\x1bP0;1;0q${data}\x1b\\next`));
    expect(label).toBe('│ sixel    │');
    expect(size).toMatch(/│ 120×8[04]/);
  });

  test('is read in pieces of any length', () => {
    const image = '\x1bPq"1;1;120;80#0!120~-!120~\x1b\\next';
    const emulator = screenAfter('');
    for (const piece of image) emulator.write(piece);
    expect(lines(emulator)).toEqual(lines(screenAfter(image)));
  });

  test('of nothing shows nothing, and of endless numbers no more than the screen', () => {
    expect(lines(screenAfter('\x1bPq\x1b\\a'))).toEqual(['a']);
    const emulator = screenAfter(`\x1bPq"1;1;${'9'.repeat(40)};${'9'.repeat(40)}~\x1b\\`);
    expect(emulator.length).toBeLessThanOrEqual(9);
  });

  test('that is broken off shows nothing', () => {
    expect(lines(screenAfter('\x1bPq"1;1;120;80~~~\x18a'))).toEqual(['a']);
  });
});
