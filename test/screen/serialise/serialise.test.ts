import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { serialise } from '../../../src/screen/serialise/serialise.ts';
import { effort } from '../../support/effort.ts';
import { look } from '../look.ts';
import { lineStreams, streams } from '../random-stream.ts';

type Size = readonly [cols: number, rows: number];

const open = ([cols, rows]: Size, scrollback = 200) => new Emulator({ cols, rows, scrollback });

function copyOf(emulator: Emulator, size: Size, scrollback = 1000): Emulator {
  const copy = open(size);
  copy.write(serialise(emulator, { scrollback }));
  return copy;
}

function looksAndGoesOnTheSame(size: Size, stream: string, more: string): void {
  const emulator = open(size);
  emulator.write(stream);
  const copy = copyOf(emulator, size);
  expect(look(copy)).toEqual(look(emulator));
  emulator.write(more);
  copy.write(more);
  expect(look(copy)).toEqual(look(emulator));
  emulator.close();
  copy.close();
}

function wrapsTheSame(size: Size, other: Size, stream: string): void {
  const emulator = open(size);
  emulator.write(stream);
  const copy = copyOf(emulator, size);
  for (const each of [emulator, copy]) each.resize(...other);
  expect(look(copy)).toEqual(look(emulator));
  emulator.close();
  copy.close();
}

describe('serialise', () => {
  it('rebuilds any screen so that it looks the same and goes on the same', () => {
    const sizes = fc.constantFrom<Size>([14, 6], [8, 3], [20, 10], [5, 2]);
    fc.assert(fc.property(sizes, streams(40), streams(20), looksAndGoesOnTheSame), effort(800));
  });

  it('rebuilds any screen of a terminal that joins no clusters', () => {
    const sizes = fc.constantFrom<Size>([14, 6], [8, 3], [5, 2]);
    const looks = (size: Size, stream: string, more: string) =>
      looksAndGoesOnTheSame(size, `\x1b[?2027l${stream}`, more);
    fc.assert(fc.property(sizes, streams(40), streams(20), looks), effort(400));
  });

  it('does so without wrapping and on a screen of one row', () => {
    const sizes = fc.constantFrom<Size>([14, 6], [16, 1], [5, 2]);
    const narrow = (length: number) => streams(length, { wrapOff: true });
    fc.assert(fc.property(sizes, narrow(40), narrow(20), looksAndGoesOnTheSame), effort(500));
  });

  it('goes on the same wherever the stream is cut, also inside an escape sequence', () => {
    fc.assert(
      fc.property(streams(12), fc.nat(), (stream, at) => {
        const cut = at % (stream.length + 1);
        looksAndGoesOnTheSame([14, 6], stream.slice(0, cut), stream.slice(cut));
      }),
      effort(500),
    );
  });

  it('rebuilds lines so that they wrap the same at another width', () => {
    const sizes = fc.constantFrom<readonly [Size, Size]>(
      [
        [14, 6],
        [9, 6],
      ],
      [
        [14, 6],
        [20, 4],
      ],
      [
        [8, 3],
        [13, 5],
      ],
    );
    const lines = fc.oneof(streams(30), lineStreams(30));
    fc.assert(
      fc.property(sizes, lines, ([size, other], stream) => wrapsTheSame(size, other, stream)),
      effort(500),
    );
  });

  it('leaves the cell empty, in its colour, before a wide character that did not fit', () => {
    wrapsTheSame([8, 3], [13, 5], '\x1b[31m\t漢aa\r\n');
    wrapsTheSame([8, 1], [13, 1], '\x1b[41m\t漢');
    wrapsTheSame([8, 3], [5, 3], '\x1b[31;44m\t漢\x1b[m\r\x1b[K|\r\n');
  });

  it('leaves half a wide character empty, in the colour in which the other half was overwritten', () => {
    wrapsTheSame([8, 3], [3, 3], 'a漢\x1b[31m\bb\r\n');
    wrapsTheSame([4, 3], [3, 3], 'ab漢\x1b[31m\x1b[4Gb\x1b[K\r\n');
  });

  it('does not repeat controls that took effect before an unfinished string began', () => {
    for (const cut of [1, 3, 4]) {
      const stream = 'x\x1b\r\nXa\x1b\\y';
      looksAndGoesOnTheSame([14, 6], stream.slice(0, 1 + cut), stream.slice(1 + cut));
      const emulator = open([14, 6]);
      for (const char of stream.slice(0, -3)) emulator.write(char);
      expect(look(copyOf(emulator, [14, 6]))).toEqual(look(emulator));
    }
  });

  it('carries as much scrollback as asked for and no more', () => {
    const emulator = open([10, 3]);
    for (let line = 0; line < 50; line++) emulator.write(`\r\nline ${line}`);
    const copy = copyOf(emulator, [10, 3], 7);
    expect(copy.base).toBe(7);
    expect(look(copy).lines).toEqual(look(emulator, emulator.base - 7).lines);
    expect(copyOf(emulator, [10, 3], 0).base).toBe(0);
  });

  it('keeps the first row a continuation when the row it continues is not carried', () => {
    const emulator = open([5, 2]);
    emulator.write('abcdefghijklmnopq');
    const copy = copyOf(emulator, [5, 2], 0);
    expect(copy.row(0)).toEqual(emulator.row(emulator.base));
    expect(copy.row(0).wrapped).toBe(true);
  });

  it('carries the shell behind a full-screen program', () => {
    const emulator = open([20, 4]);
    emulator.write('$ ls\r\na b c\r\n$ \x1b[31mvim\x1b7\x1b[?1049h\x1b[2;3r\x1b[44mfull screen\x1b[?1h');
    const copy = copyOf(emulator, [20, 4]);
    expect(look(copy)).toEqual(look(emulator));
    for (const each of [emulator, copy]) each.write('\x1b[?1049lX');
    expect(look(copy)).toEqual(look(emulator));
    expect(copy.row(2).chars.join('')).toContain('$ vimX');
  });

  it('does not make plain text much longer than it is', () => {
    const emulator = new Emulator({ cols: 80, rows: 24, scrollback: 1000 });
    for (let line = 0; line < 500; line++)
      emulator.write(`\r\n\x1b[32m${line}\x1b[0m some words of plain text`);
    const text = serialise(emulator, { scrollback: 1000 });
    expect(text.length).toBeLessThan(500 * 50);
  });

  it('gives a text for an emulator nothing was written to that does nothing', () => {
    const emulator = open([10, 3]);
    expect(look(copyOf(emulator, [10, 3]))).toEqual(look(emulator));
  });
});
