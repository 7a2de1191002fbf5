import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { type Grid, readDrawn } from '../../../src/screen/skim/read-drawn.ts';
import { effort } from '../../support/effort.ts';
import { drawnStreams } from '../random-stream.ts';

const GRID = { cols: 5, rows: 3, x: 0, y: 0 };
/** The cursor in the middle of the middle row. */
const MIDDLE = { ...GRID, x: 2, y: 1 };

const endOf = (text: string, grid: Grid = GRID) => readDrawn(text, grid)?.end;

describe('the cursor of a drawn text', () => {
  it.each([
    ['', 2, 1],
    ['ab', 4, 1],
    ['─█', 4, 1],
    ['abc', 5, 1],
    ['\r', 0, 1],
    ['\n', 2, 2],
    ['\r\nab', 2, 2],
    ['abc\r', 0, 1],
    ['\x1b[H', 0, 0],
    ['\x1b[0;0H', 0, 0],
    ['\x1b[3H', 0, 2],
    ['\x1b[3;4H', 3, 2],
    ['\x1b[;4H', 3, 0],
    ['\x1b[3;4f', 3, 2],
    ['\x1b[9;9H', 4, 2],
    ['\x1b[G', 0, 1],
    ['\x1b[4G', 3, 1],
    ['\x1b[9G', 4, 1],
    ['\x1b[d', 2, 0],
    ['\x1b[3d', 2, 2],
    ['\x1b[9d', 2, 2],
    ['\x1b[A', 2, 0],
    ['\x1b[0A', 2, 0],
    ['\x1b[9A', 2, 0],
    ['\x1b[B', 2, 2],
    ['\x1b[9B', 2, 2],
    ['\x1b[C', 3, 1],
    ['\x1b[2C', 4, 1],
    ['\x1b[9C', 4, 1],
    ['\x1b[D', 1, 1],
    ['\x1b[9D', 0, 1],
    ['\x1b[K', 2, 1],
    ['abc\x1b[K', 5, 1],
    ['\x1b[2J', 2, 1],
    ['\x1b[1;38:2::1:2:3m', 2, 1],
    ['\x1b[?25l\x1b[?12h\x1b[?2026h\x1b(0\x1b(B', 2, 1],
    ['\x1b[12;3H\x1b[A', 2, 1],
    ['\x1b[1;19H\x1b[1;10G', 0, 0],
  ])('is where the screen has it after %j', (text, x, y) => {
    expect(endOf(text, MIDDLE)).toEqual({ at: text.length, x, y });
    const emulator = new Emulator({ cols: 5, rows: 3, scrollback: 0 });
    emulator.write(`\x1b[2;3H${text}`);
    expect(emulator.cursor).toMatchObject({ x: Math.min(4, x), y });
    emulator.close();
  });

  it('is where the screen has it after any drawn text that can be followed', () => {
    let followed = 0;
    fc.assert(
      fc.property(drawnStreams(12, 4), (text) => {
        const end = endOf(text, { cols: 12, rows: 4, x: 0, y: 0 });
        if (end === undefined) return;
        followed += 1;
        const emulator = new Emulator({ cols: 12, rows: 4, scrollback: 0 });
        emulator.write(text);
        expect(emulator.cursor).toMatchObject({ x: Math.min(11, end.x), y: end.y });
        emulator.close();
      }),
      effort(300),
    );
    expect(followed).toBeGreaterThan(effort(300).numRuns / 4);
  });

  it.each([
    ['wraps', 'abcd'],
    ['scrolls', '\n\n'],
    ['goes down past the end of a row', 'abc\n'],
    ['goes from the end of a row to another', 'abc\x1b[1d'],
    ['goes from the end of a row up', 'abc\x1b[A'],
    ['goes from the end of a row down', 'abc\x1b[B'],
    ['goes from the end of a row right', 'abc\x1b[C'],
    ['goes from the end of a row left', 'abc\x1b[D'],
    ['erases the screen at the end of a row', 'abc\x1b[2J'],
    ['erases to the left', '\x1b[1K'],
    ['erases a row', '\x1b[2K'],
    ['erases below', '\x1b[J'],
    ['erases above', '\x1b[1J'],
    ['erases the scrollback', '\x1b[3J'],
    ['has three parameters', '\x1b[1;1;1H'],
    ['has parts of a parameter', '\x1b[1:1H'],
    ['is not known', '\x1b[X'],
    ['has another prefix', '\x1b[>1K'],
    ['is another mode', '\x1b[?1h'],
    ['has a blank before its letter', '\x1b[ H'],
    ['has another sign before its letter', '\x1b[/H'],
    ['has another value', '\x1b[?25x'],
    ['is another character set', '\x1b(A'],
    ['has no bracket', '\x1bM'],
    ['is DEL', '\x7f'],
    ['is the last control', '\x1f'],
    ['is before the box drawing', '\u24ff'],
    ['is behind the block elements', '\u25a0'],
    ['is accented', 'é'],
    ['is a tabulator', '\t'],
  ])('is not followed where something %s', (_what, piece) => {
    expect(readDrawn(piece, MIDDLE)).toBeUndefined();
    expect(readDrawn(`\x1b[2;3H${piece}\x1b[H`, GRID)).toBeUndefined();
  });

  it.each([
    '\x1b',
    '\x1b[',
    '\x1b[3',
    '\x1b[3;',
    '\x1b[38;5;1',
    '\x1b[?',
    '\x1b[?25',
    '\x1b(',
    `\x1b[${'1'.repeat(38)}`,
  ])('ends before %j, which has only begun', (begun) => {
    expect(endOf(`ab${begun}`)).toEqual({ at: 2, x: 2, y: 0 });
    expect(readDrawn(`ab${begun}\x18`, GRID)).toBeUndefined();
  });

  it.each(['\x1bM', '\x1b(A', '\x1b[?25x', '\x1b[X', '\x1b[?1h', 'abcdef', `\x1b[${'1'.repeat(39)}`])(
    'is not told before %j, which has not only begun',
    (text) => {
      expect(readDrawn(text, GRID)).toBeUndefined();
    },
  );

  it('is told behind a colour of up to 511 characters', () => {
    const color = (length: number) => `\x1b[${'1'.repeat(length - 3)}m`;
    expect(endOf(`${color(512)}a`)).toEqual({ at: 513, x: 1, y: 0 });
    expect(endOf(`${color(513)}a`)).toBeUndefined();
  });
});

describe('the rows of a drawn text', () => {
  const rowsOf = (text: string, grid: Grid = GRID) => readDrawn(text, grid)?.rows;

  it.each([
    [
      'touched only, where they are not begun at their first column',
      '\x1b[2Gbcde',
      { touched: { at: 4, x: 1, y: 0 } },
    ],
    ['touched only, where they are not written to their end', '\rabcd', { touched: { at: 1, x: 0, y: 0 } }],
    [
      'whole from a carriage return on',
      '\rabcde',
      { touched: { at: 1, x: 0, y: 0 }, whole: { at: 1, x: 0, y: 0 } },
    ],
    ['whole in pieces', '\rab\x1b[1mcde', { touched: { at: 1, x: 0, y: 0 }, whole: { at: 1, x: 0, y: 0 } }],
    [
      'whole from the last begin on',
      '\rabcde\rabcde',
      { touched: { at: 1, x: 0, y: 0 }, whole: { at: 7, x: 0, y: 0 } },
    ],
    [
      'whole where the rest is erased',
      '\rab\x1b[K',
      { touched: { at: 1, x: 0, y: 0 }, whole: { at: 1, x: 0, y: 0 } },
    ],
    ['not whole behind a gap', '\ra\x1b[Cbcd', { touched: { at: 1, x: 0, y: 0 } }],
    [
      'whole where the cursor is sent to where it is',
      '\rab\x1b[1;3Hcde',
      { touched: { at: 1, x: 0, y: 0 }, whole: { at: 1, x: 0, y: 0 } },
    ],
    ['not whole where the cursor was away', '\rab\x1b[2;3H\x1b[1;3Hcde', { touched: { at: 1, x: 0, y: 0 } }],
    [
      'whole from a place left of the first column on',
      '\x1b[1;3H\x1b[9Dabcde',
      { touched: { at: 10, x: 0, y: 0 }, whole: { at: 10, x: 0, y: 0 } },
    ],
    [
      'not wrapped where they are erased from their first column on',
      '\r\x1b[K\x1b[K',
      { touched: { at: 1, x: 0, y: 0 }, whole: { at: 1, x: 0, y: 0 }, unwrappedAt: 1 },
    ],
  ])('are %s', (_what, text, first) => {
    expect(rowsOf(text)).toEqual([first, {}, {}]);
  });

  it('are begun, touched and not wrapped by the line feed that comes to them', () => {
    const below = { touched: { at: 1, x: 0, y: 0 }, unwrappedAt: 1 };
    expect(rowsOf('\r\nabcde')).toEqual([{}, { ...below, whole: { at: 2, x: 0, y: 1 } }, {}]);
    expect(rowsOf('\r\nab')).toEqual([{}, below, {}]);
    const behind = { touched: { at: 2, x: 2, y: 0 }, unwrappedAt: 2 };
    expect(rowsOf('ab\ncde')).toEqual([{ touched: { at: 0, x: 0, y: 0 } }, behind, {}]);
    expect(rowsOf('\r\n\x1b[A\x1b[B')).toEqual([{}, below, {}]);
    expect(rowsOf('\r\n\x1b[A\n')).toEqual([{}, below, {}]);
  });

  it('are erased, all of them, with the screen', () => {
    const place = { at: 9, x: 2, y: 1 };
    const first = { touched: { at: 0, x: 0, y: 0 }, whole: place };
    const other = { touched: place, whole: place };
    const drawn = readDrawn('abc\x1b[2;3H\x1b[2J', GRID);
    expect(drawn?.rows).toEqual([first, other, other]);
    expect(drawn?.cleared).toBe(9);
    expect(readDrawn('\x1b[2J\x1b[2J', GRID)?.cleared).toBe(0);
    expect(readDrawn('abc', GRID)?.cleared).toBeUndefined();
  });

  it('are as many as the screen has, and a text changes settings beside them', () => {
    const drawn = readDrawn('\x1b[?25l\x1b(0ab\x1b[?25h\x1b[?2026l\x1b[?12l', GRID);
    expect(drawn?.rows).toHaveLength(3);
    expect([...(drawn?.switched ?? [])]).toEqual([
      [
        '\x1b[?25',
        [
          { at: 0, text: '\x1b[?25l' },
          { at: 11, text: '\x1b[?25h' },
        ],
      ],
      ['\x1b(', [{ at: 6, text: '\x1b(0' }]],
      ['\x1b[?2026', [{ at: 17, text: '\x1b[?2026l' }]],
      ['\x1b[?12', [{ at: 25, text: '\x1b[?12l' }]],
    ]);
  });
});
