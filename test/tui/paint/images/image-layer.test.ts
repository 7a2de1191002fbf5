import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { blankRow, type Row } from '../../../../src/screen/cells/row.ts';
import { Emulator } from '../../../../src/screen/emulator/emulator.ts';
import { pngFile } from '../../../../src/screen/image/decode/png-pixels.ts';
import { keepImages } from '../../../../src/screen/image/image-table.ts';
import type { ImageProtocol } from '../../../../src/tui/paint/images/image-layer.ts';
import { Painter } from '../../../../src/tui/paint/painter.ts';

const CELL = { width: 10, height: 20 };
/** Three by two cells, with a colour of its own for each test file. */
const PNG = pngFile({ width: 30, height: 40, rgba: new Uint8Array(30 * 40 * 4).fill(200) }).toString(
  'base64',
);
const SHOWN = `\x1b_Ga=T,f=100;${PNG}\x1b\\`;

let emulator: Emulator;
beforeEach(() => {
  keepImages(true);
  emulator = new Emulator({ cols: 20, rows: 6, scrollback: 20 });
});
afterEach(() => {
  keepImages(false);
  emulator.close();
});

/** A terminal that is written to, and a bar below the rows of the screen. */
function outer(images: ImageProtocol | undefined) {
  let written = '';
  const painter = new Painter({
    outer: {
      write: (text) => {
        written += text;
      },
    },
    cols: 20,
    rows: 7,
    synchronized: false,
  });
  painter.reset();
  painter.learn({ images, cell: CELL });
  const rows = (): Row[] => [
    ...Array.from({ length: 6 }, (_, y) => emulator.row(emulator.base + y)),
    blankRow(20),
  ];
  const paint = (change: string | ((rows: Row[]) => Row[])): string => {
    written = '';
    if (typeof change === 'string') emulator.write(change);
    painter.paint({ rows: typeof change === 'string' ? rows() : change(rows()), cursor: undefined });
    return written;
  };
  return Object.assign(paint, { painter });
}

const placements = (text: string): string[] => text.split('\x1b_G').filter((each) => each.startsWith('a=p'));
/** How often an image was erased at the terminal. */
const erasures = (text: string): number => text.split('\x1b_Ga=d,d=I').length - 1;
const deletions = (text: string): number => text.split('\x1b_Ga=d,d=i').length - 1;

describe('a terminal with kitty graphics', () => {
  test('is sent an image once, and told its place', () => {
    const paint = outer('kitty');
    const first = paint(`ab${SHOWN}`);
    expect(first).toContain(`f=100,q=2,m=0;${PNG}`);
    expect(placements(first)[0]).toMatch(/^a=p,q=2,C=1,i=\d+,p=\d+,x=0,y=0,w=30,h=40\x1b/);
    expect(first).not.toContain('┌');
    expect(paint('\x1b[6;1Hother text')).not.toContain('\x1b_G');
    const moved = paint('\x1b[6;1H\r\n');
    expect([deletions(moved), placements(moved).length]).toEqual([1, 1]);
    expect(moved).not.toContain(PNG);
  });

  test('shows what is left of an image that is scrolled off, written over or covered', () => {
    const paint = outer('kitty');
    paint(SHOWN);
    const scrolled = paint('\x1b[6;1H\n');
    expect(placements(scrolled)[0]).toContain('x=0,y=20,w=30,h=20');
    const over = paint('\x1b[1;1HX');
    expect(placements(over)[0]).toContain('x=10,y=20,w=20,h=20');
    const gone = paint('\x1b[2J');
    expect([deletions(gone), placements(gone).length]).toEqual([1, 0]);
  });

  test('shows nothing under a dialog, and all of it again behind it', () => {
    const paint = outer('kitty');
    paint(SHOWN);
    const covered = paint((rows) => rows.map(() => blankRow(20)));
    expect([deletions(covered), placements(covered).length]).toEqual([1, 0]);
    expect(placements(paint(''))).toHaveLength(1);
  });

  test('is told to scale where its cells are not those of the image', () => {
    const paint = outer('kitty');
    expect(placements(paint(`\x1b_Ga=T,f=100,c=6,r=4;${PNG}\x1b\\`))[0]).toContain('w=30,h=40,c=6,r=4');
  });

  test('is sent an image again after another program has written to it', () => {
    const paint = outer('kitty');
    paint(SHOWN);
    paint.painter.invalidate();
    const again = paint('');
    expect([erasures(again), placements(again).length]).toEqual([1, 1]);
    expect(again).toContain(PNG);
    expect(paint('')).toBe('');
  });

  test('is left without the images that it was sent, and gets them again', () => {
    const paint = outer('kitty');
    expect(paint.painter.leave()).toBe('');
    paint(SHOWN);
    expect([erasures(paint.painter.leave()), paint.painter.leave()]).toEqual([1, '']);
    paint.painter.invalidate();
    expect(paint('')).toContain(PNG);
  });

  test('is only told the places again when it has another size', () => {
    const paint = outer('kitty');
    paint(SHOWN);
    for (const rows of [8, 9, 7]) paint.painter.resize(20, rows);
    const again = paint('');
    expect([deletions(again), erasures(again), placements(again).length]).toEqual([1, 0, 1]);
    expect(again).not.toContain(PNG);
  });

  test('is left no image when the pixels of its cells change', () => {
    const paint = outer('kitty');
    paint(SHOWN);
    paint.painter.learn({ images: 'kitty', cell: { width: 12, height: 24 } });
    const again = paint('');
    expect([erasures(again), placements(again).length]).toEqual([1, 1]);
  });

  test('is shown a box for an image that cannot be read', () => {
    const paint = outer('kitty');
    const broken = paint('\x1b_Ga=T,f=24,s=80,v=80;AAAA\x1b\\');
    expect(broken).not.toContain('\x1b_G');
    expect(broken).toContain('┌');
  });
});

describe('a terminal with sixel', () => {
  test('is written the part that is visible, and the cells below it when it has gone', () => {
    const paint = outer('sixel');
    expect(paint(SHOWN)).toContain('\x1bP0;1;0q"1;1;30;40#0;2;78;78;78#0!30~');
    expect(paint('\x1b[6;1H\n')).toContain('"1;1;30;20#');
    const gone = paint('\x1b[2J');
    expect(gone).not.toContain('\x1bP');
    expect(gone).toMatch(/ {3}|\x1b\[3X|\x1b\[K/);
  });

  test('is written blanks before another image at the same place, through which the one before would be seen', () => {
    const paint = outer('sixel');
    const lines = `0123456789\r\n`.repeat(6).trimEnd();
    const pixels = new Uint8Array(30 * 40 * 4).fill(100);
    const other = `\x1b_Ga=T,f=100;${pngFile({ width: 30, height: 40, rgba: pixels }).toString('base64')}\x1b\\`;
    paint(`${lines}\x1b[3;4H${SHOWN}`);
    const [blanks = '', ...images] = paint(`\x1b[3;4H${other}`).split('\x1bP');
    expect(blanks).toBe('\x1b[3;4H\x1b[8m   \x1b[4;4H   \x1b[3;4H');
    expect(images).toHaveLength(1);
  });

  test('is never written one into its last row, where it would scroll', () => {
    const paint = outer('sixel');
    const raised = paint((rows) => {
      emulator.write(SHOWN);
      const shown = [0, 1].map((y) => emulator.row(y));
      return [...rows.slice(0, 5).map(() => blankRow(20)), ...shown];
    });
    expect(raised).toContain('"1;1;30;20#');
  });

  test('is written it again when its cells were painted, and not for what is beside them', () => {
    const paint = outer('sixel');
    paint(`ab${SHOWN}`);
    expect(paint('\x1b[1;1HAB\x1b[1;8Htext')).not.toContain('\x1bP');
    // A terminal may draw this sign wider than it is, so the cell behind it is painted too.
    expect(paint('\x1b[1;1H\u26a0\ufe0f')).toContain('\x1bP0;1;0q"1;1;30;40');
  });

  test.each(['invalidate', 'resize'] as const)('is written it again, behind all cells, by %s', (how) => {
    const paint = outer('sixel');
    paint(`ab${SHOWN}`);
    paint.painter[how](20, 7);
    const again = paint('');
    expect(again.indexOf('ab')).toBeGreaterThan(-1);
    expect(again.indexOf('\x1bP0;1;0q"1;1;30;40')).toBeGreaterThan(again.lastIndexOf('\x1b[7;1H'));
    expect(again.split('\x1bP')).toHaveLength(2);
    expect(paint('')).toBe('');
  });
});

describe('a terminal with the sequence of iTerm2', () => {
  test('is written a file of the part that is visible', () => {
    const paint = outer('iterm');
    expect(paint(SHOWN)).toContain('width=3;height=2:iVBORw0KGgo');
    expect(paint('\x1b[6;1H\n')).toContain('width=3;height=1:iVBORw0KGgo');
  });

  test('is written a file of another kind as it is, and a box where only a part of it is visible', () => {
    const paint = outer('iterm');
    const gif = Buffer.from('GIF89a\x1e\0\x28\0\0\0\0', 'latin1').toString('base64');
    expect(paint(`\x1b]1337;File=inline=1:${gif}\x07`)).toContain(`:${gif}\x07`);
    expect(paint('\x1b[6;1H\n')).not.toContain('1337');
  });
});

test('a terminal without images shows boxes, in the plain colours of the text', () => {
  const paint = outer(undefined);
  const text = paint(SHOWN);
  expect(text).toContain('[im');
  expect(text).not.toMatch(/\x1b_|\x1bP|1337|58:/);
});

test('programs can have nothing written that is not an image', () => {
  const paint = outer('kitty');
  const text = paint(
    `\x1b_Ga=T,f=100,i=1\x07x=1;${PNG}\x1b\\\x1b_Ga=T,f=24,s=1,v=1;\x9b31m\u0007AAAA\x1b\\\x1bPq"1;1;9;9~\x07]52;c;AAAA~\x1b\\`,
  );
  expect(text).not.toMatch(/\x07|\]52|\x9b/);
});
