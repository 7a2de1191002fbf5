import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { PlainStream, plainLines, plainText } from '../../../src/screen/text/plain-stream.ts';
import { lastLines } from '../../../src/screen/text/screen-text.ts';
import { cpuTime } from '../../support/cpu-time.ts';

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
    ['combining marks on what was printed over', 'abc\re\u0301\r\n', 'e\u0301bc\n'],
    ['joined emoji on what was printed over', 'abcd\r👩\u200d💻x\r\n', '👩\u200d💻xd\n'],
    ['a mark that widens what it joins', 'abcd\r❤\ufe0fx\r\n', '❤\ufe0fxd\n'],
    ['bells and zeros', 'a\x07b\x00\r\n', 'ab\n'],
    ['other line ends', 'a\vb\fc\x85d\r\n', 'a\nb\nc\nd\n'],
    ['a line end in the middle of a sequence', 'a\x1b[3\r\n1mb\r\n', 'a\nb\n'],
    ['strings that an 8-bit introducer or CAN cuts off', 'a\x90x\x9b1mb\x1bPx\x18c\r\n', 'abc\n'],
    ['columns of other sequences', 'abc\x1b[?5G\x1b[5 Cd\r\n', 'abcd\n'],
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
      ...['\x1b[3G', '\x1b[2C', '\x1b[D', '\x1b]0;t\x07', '\x1b[?25l', '👩\u200d💻', '❤\ufe0f', 'e\u0301'],
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

  const hostile = fc
    .array(
      fc.oneof(
        fc.constantFrom(
          '\r',
          '\n',
          '\b',
          '\t',
          '\x1b',
          '\x1b[',
          '\x9b',
          '\x1b]',
          '\x90',
          '\x07',
          '\x9c',
          '\x85',
        ),
        fc.constantFrom(
          '\x1b[K',
          '\x1b[1K',
          '\x1b[2K',
          '\x1b[9C',
          '\x1b[3D',
          '\x1b[7G',
          '\x1b[?1049h',
          '\x1b[?1049l',
        ),
        fc.constantFrom('👩', '\u200d', '💻', '❤', '\ufe0f', '\u0301', '漢', '\ud83d', '🇩', '🇪'),
        fc.string({ unit: 'binary', maxLength: 6 }),
      ),
      { maxLength: 60 },
    )
    .map((pieces) => pieces.join(''));

  test('is the same however hostile text is cut', () => {
    fc.assert(
      fc.property(hostile, fc.array(fc.nat(200)), (text, cuts) => {
        const places = cuts.filter((cut) => cut < text.length).sort((one, other) => one - other);
        expect(streamed(text, places)).toBe(streamed(text));
      }),
      { numRuns: 1000 },
    );
  });

  test('has no controls but line feeds and tabs in it', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        expect(streamed(text)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]/);
      }),
    );
  });

  test('an endless line is given out in pieces, and an endless sequence does not hold back the rest', () => {
    const stream = new PlainStream();
    expect(stream.add('x'.repeat(70_000)).length).toBeGreaterThan(60_000);
    expect(stream.add(`\r${'y'.repeat(70_000)}`) + stream.end()).toMatch(/^y+$/);
    expect(stream.add(`\x1b]0;${'y'.repeat(20_000)}\r\nnext\r\n`)).toBe(`0;${'y'.repeat(20_000)}\nnext\n`);
    const marks = stream.add(`a\r${'\u0301'.repeat(200_000)}`) + stream.end();
    expect(marks.length).toBeLessThan(100);
  });

  const long = 'x'.repeat(2000);
  test.each([
    ['8-bit strings that never end', '\x90'],
    ['titles that never end', '\x1b]0;'],
    ['titles that are too long', `\x1b]0;${'t'.repeat(17_000)}`],
    ['erasings of the start of a long line', '\x1b[1K'],
    ['erasings of the start of a line that is written anew', '\ra\x1b[2000G\x1b[1K'],
    ['erasings of a whole line', '\x1b[2Ka'],
    ['erasings of a line that is written anew', '\ra\x1b[2K'],
    ['erasings of the rest', '\r\x1b[K\x1b[2000Ga'],
    ['a cursor sent far away', '\x1b[99999Ga\x1b[2K'],
    ['tabs over tabs', '\r\t\x1b[2K\t'],
    ['steps back', 'a\b'],
    ['returns', 'a\r'],
    ['marks at the start of a long line', '\x1b[2G\u0301'],
    ['marks that join', '\u0301'],
    ['wide characters torn apart', '\r漢\x1b[2Gb'],
    ['switches of the screen', '\x1b[?1049h\x1b[?1049l'],
  ])('costs no more for %s than its length', (_what, piece) => {
    const text = `${long}\r${long}\b${piece.repeat((512 * 1024) / piece.length)}`;
    const begun = cpuTime();
    for (let at = 0; at < text.length; at += 1000) streamed(text.slice(at, at + 1000));
    streamed(text);
    streamed(
      text,
      Array.from({ length: 500 }, (_, at) => at * 1000),
    );
    // A cost that grew with the square would take minutes.
    expect(cpuTime() - begun).toBeLessThan(20_000);
  });
});

describe('the plain lines of an output', () => {
  test.each([
    ['one\r\ntwo\r\n', ['one', 'two']],
    ['a\r\n\r\nb', ['a', '', 'b']],
    ['spin |\b/\b-\b\\\b \r\n', ['spin']],
    ['abcdef\r\x1b[2C\x1b[1Kx', ['  xdef']],
    ['a \r\n\r\n   \r\n', ['a']],
    ['cut off \x1b]0;titl', ['cut off']],
    ['', []],
  ])('of %j are %j', (output, lines) => {
    expect(plainLines(output)).toEqual(lines);
  });

  test('of text without controls are its lines', () => {
    const line = fc
      .string({ unit: 'grapheme' })
      .map((text) => `${text.replace(/[\x00-\x1f\x7f-\x9f]/g, '')}.`);
    fc.assert(
      fc.property(fc.array(line), (texts) => {
        expect(plainLines(texts.join('\r\n'))).toEqual(texts);
      }),
    );
  });
});
