/** Text of programs that draw several rows again: it reads as the screen shows it. */

import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rowText } from '../../../src/screen/cells/row.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { PlainStream, plainLines, plainText } from '../../../src/screen/text/plain-stream.ts';

const frames = (count: number): string =>
  Array.from({ length: count }, (_, at) => `${at === 0 ? '' : '\x1b[2A'}a ${at + 1}\r\nb ${at + 1}\r\n`).join(
    '',
  );

describe('the text of rows that are drawn again', () => {
  test('is the last drawing', () => {
    expect(plainText(frames(3))).toBe('a 3\nb 3\n');
  });

  test('is the same at every split point, and nothing is given too early', () => {
    const text = `before\r\n${frames(4)}after`;
    for (let at = 0; at <= text.length; at++) {
      const stream = new PlainStream(10);
      const given = stream.add(text.slice(0, at)) + stream.add(text.slice(at));
      expect(given).toBe('');
      expect(stream.end(), `split at ${at}`).toBe('before\na 4\nb 4\nafter');
    }
  });

  test('is final when it has scrolled off the screen', () => {
    const stream = new PlainStream(3);
    expect(stream.add('1\r\n2\r\n')).toBe('');
    expect(stream.add('3\r\n')).toBe('1\n');
    // The rows of the screen are 2, 3 and the one of the cursor: 1 is out of reach.
    expect(stream.add('\x1b[9Atwo\x1b[9B\r')).toBe('');
    expect(stream.end()).toBe('two\n3\n');
  });

  test('is final when the reader says so, but not while the program is above its last row', () => {
    const stream = new PlainStream(10);
    stream.add('a 1\r\nb 1\r\n\x1b[2Aa 2');
    expect(stream.release()).toBe('');
    stream.add('\r\nb 2\r\n');
    expect(stream.release()).toBe('a 2\nb 2\n');
    expect(stream.add('\x1b[2Aa 3\r\nb 3\r\n') + stream.end()).toBe('a 3\nb 3\n');
  });

  test('has each line at once where nobody asks for rows', () => {
    const stream = new PlainStream();
    expect(stream.add(frames(2))).toBe('a 1\nb 1\na 2\nb 2\n');
  });

  test('is what erasing leaves', () => {
    expect(plainText('a\r\nb\r\nc\r\n\x1b[3A\x1b[0Jnew\r\n')).toBe('new\n');
    expect(plainLines('one\r\ntwo\x1b[2K\x1b[1A\x1b[2K\x1b[Gx\r\n')).toEqual(['x']);
  });

  test('follows a saved cursor', () => {
    expect(plainLines('a\r\n\x1b7b\r\nc\r\n\x1b8B')).toEqual(['a', 'B', 'c']);
  });

  test('comes in bounded pieces from a line without end, with the rows above it first', () => {
    const stream = new PlainStream(24);
    stream.add('above\r\n');
    const given = stream.add('x'.repeat(100_000));
    expect(given.startsWith('above\nxxx')).toBe(true);
    expect(given.length + stream.end().length).toBe(100_006);
  });

  const piece = fc.oneof(
    fc.stringMatching(/^[a-z]{1,6}$/),
    fc.constant('\r\n'),
    fc.constant('\r\n'),
    fc.nat(4).map((rows) => `\x1b[${rows}A`),
    fc.nat(3).map((columns) => `\x1b[${columns}D`),
    fc.nat(3).map((columns) => `\x1b[${columns}C`),
    fc.constantFrom('\r', '\x1b[K', '\x1b[2K', '\x1b[J', '\x1b7', '\x1b8', '\x1b[31m', '\x1b[2F'),
  );

  test('is what an emulator shows, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), fc.nat(200), (pieces, at) => {
        const text = pieces.join('');
        const emulator = new Emulator({ cols: 300, rows: 60, scrollback: 0 });
        emulator.write(text);
        const shown = Array.from({ length: 60 }, (_, row) => rowText(emulator.row(row)).trimEnd());
        emulator.close();
        const last = shown.findLastIndex((row) => row !== '');
        const stream = new PlainStream(60);
        const read = stream.add(text.slice(0, at)) + stream.add(text.slice(at)) + stream.end();
        const lines = read.split('\n').map((line) => line.trimEnd());
        while (lines.at(-1) === '') lines.pop();
        expect(lines).toEqual(shown.slice(0, last + 1));
      }),
      { numRuns: 500 },
    );
  });

  test('takes time linear in its length', () => {
    const flood = `${'\x1b[31mline\x1b[0m of a log\r\n'.repeat(20_000)}${frames(2000)}`;
    const begun = process.cpuUsage().user;
    plainText(flood);
    const once = process.cpuUsage().user - begun;
    plainText(flood.repeat(4));
    expect(process.cpuUsage().user - begun - once).toBeLessThan(once * 16 + 500_000);
  });
});
