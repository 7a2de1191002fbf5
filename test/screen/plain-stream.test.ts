import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Emulator } from '../../src/screen/emulator.ts';
import { PlainStream, plainText } from '../../src/screen/plain-stream.ts';
import { lastLines } from '../../src/screen/text.ts';

/** Cut at the places, fed piece by piece. */
function streamed(text: string, cuts: readonly number[] = []): string {
  const stream = new PlainStream();
  let out = '';
  let from = 0;
  for (const cut of [...cuts, text.length]) {
    out += stream.add(text.slice(from, cut));
    from = cut;
  }
  return out + stream.end();
}

describe('terminal text as plain lines', () => {
  const cases: [string, string, string][] = [
    ['line ends', 'one\r\ntwo\r\n', 'one\ntwo\n'],
    ['line ends of a program that writes CR itself', 'one\r\r\ntwo\r\r\n', 'one\ntwo\n'],
    ['no last line end', 'one\r\ntwo', 'one\ntwo'],
    ['colours', '\x1b[1;31mred\x1b[0m\x1b(B and \x9b32mgreen\r\n', 'red and green\n'],
    ['titles and links', '\x1b]0;title\x07a\x1b]8;;http://x\x1b\\b\x1b]8;;\x1b\\\r\n', 'ab\n'],
    ['a title that another sequence cuts off', '\x1b]0;title\x1b[1mbold\r\n', 'bold\n'],
    ['a progress bar', ' 10%\r 50%\r100%\r\n', '100%\n'],
    ['a longer text under a shorter one', 'downloading\rdone\r\n', 'doneloading\n'],
    ['a line that was erased', 'downloading\r\x1b[Kdone\r\n', 'done\n'],
    ['a whole line that was erased', 'abc\x1b[2Kd\r\n', '   d\n'],
    ['the start of a line that was erased', 'abcd\x1b[2D\x1b[1K\r\n', '   d\n'],
    ['backspaces', 'abc\b\bX\r\n', 'aXc\n'],
    ['columns', 'a\x1b[5Gb\x1b[2Cc\r\n', 'a   b  c\n'],
    ['tabs stay', '\tx\ty\r\n', '\tx\ty\n'],
    ['a tab that was printed over', 'a\tb\rcde\r\n', 'cde     b\n'],
    ['half of a wide character that was printed over', '漢字\ra\r\n', 'a 字\n'],
    ['wide characters under others', '漢字\rab\r\n', 'ab字\n'],
    ['combining marks', 'e\u0301a\r\n', 'e\u0301a\n'],
    ['bells and zeros', 'a\x07b\x00\r\n', 'ab\n'],
    [
      'a full-screen program',
      'before\r\n\x1b[?1049h\x1b[2Jdrawn\r\nhere\x1b[?1049lafter\r\n',
      'before\nafter\n',
    ],
    [
      'a mark of zsh for the missing line end',
      `abc\x1b[1m\x1b[7m%\x1b[27m\x1b[1m\x1b[0m${' '.repeat(79)}\r \r`,
      'abc',
    ],
  ];

  test.each(cases)('%s', (_title, text, plain) => {
    expect(plainText(text)).toBe(plain);
  });

  test.each(cases.slice(0, -1))('%s, cut anywhere', (_title, text, plain) => {
    for (let at = 0; at <= text.length; at += 1) expect(streamed(text, [at])).toBe(plain);
    expect(
      streamed(
        text,
        Array.from({ length: text.length }, (_, at) => at),
      ),
    ).toBe(plain);
  });

  test('is what an emulator shows, for everything that stays within its line', () => {
    const piece = fc.constantFrom(
      ...['a', 'bcd', '漢', ' ', '\r', '\r\n', '\r\n', '\b', '\x1b[31m', '\x1b[K', '\x1b[1K', '\x1b[2K'],
      ...['\x1b[3G', '\x1b[2C', '\x1b[D', '\x1b]0;t\x07', '\x1b[?25l'],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('');
        const emulator = new Emulator({ cols: 300, rows: 50, scrollback: 100 });
        emulator.write(text);
        const shown = lastLines(emulator, 100);
        emulator.close();
        const lines = plainText(text)
          .split('\n')
          .map((line) => line.trimEnd());
        expect(lines.join('\n').trimEnd()).toBe(
          shown
            .split('\n')
            .map((line) => line.trimEnd())
            .join('\n'),
        );
      }),
      { numRuns: 500 },
    );
  });

  test('an endless line is given out in pieces, and an endless sequence does not hold back the rest', () => {
    const stream = new PlainStream();
    expect(stream.add('x'.repeat(70_000)) + stream.end()).toHaveLength(70_000);
    expect(stream.add(`\x1b]0;${'y'.repeat(20_000)}\r\nnext\r\n`)).toContain('\nnext\n');
  });
});
