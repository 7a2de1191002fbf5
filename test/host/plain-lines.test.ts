import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainLines } from '../../src/host/plain-lines.ts';

describe('the plain lines of an output', () => {
  test.each([
    ['one\r\ntwo\r\n', ['one', 'two']],
    ['a\r\n\r\nb', ['a', '', 'b']],
    ['\x1b[31mred\x1b[0m \x1b]8;;http://x\x07link\x1b]8;;\x1b\\', ['red link']],
    ['10%\r50%\r100%\r\ndone', ['100%', 'done']],
    ['downloading\rok\r\n', ['okwnloading']],
    ['downloading\r\x1b[Kok\r\n', ['ok']],
    ['downloading\x1b[2K\rok\r\n', ['ok']],
    ['abc\x1b[1Kd', ['   d']],
    ['abcdef\r\x1b[2C\x1b[1Kx', ['  xdef']],
    ['typo\b\be\x1b[K', ['tye']],
    ['spin |\b/\b-\b\\\b \r\n', ['spin']],
    ['left\x1b[10Gright\r\n', ['left     right']],
    ['before\r\n\x1b[?1049hvim\r\nscreen\x1b[?1049lafter', ['before', 'after']],
    ['a\tb\r\n', ['a\tb']],
    ['wide 漢字\r\n🚀', ['wide 漢字', '🚀']],
    ['cut off \x1b]0;titl', ['cut off']],
    ['bell\x07 nul\x00', ['bell nul']],
    ['', []],
  ])('of %j are %j', (output, lines) => {
    expect(plainLines(output)).toEqual(lines);
  });

  const hostile = fc.array(
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
        '\x1b[99999C',
        '\x1b[3D',
        '\x1b[7G',
        '\x1b[?1049h',
        '\x1b[?1049l',
      ),
      fc.string({ unit: 'binary', maxLength: 6 }),
    ),
    { maxLength: 60 },
  );

  test('have no controls but tabs in them, and end without blanks', () => {
    fc.assert(
      fc.property(hostile, (pieces) => {
        for (const line of plainLines(pieces.join(''))) {
          expect(line).not.toMatch(/[\x00-\x08\x0a-\x1f\x7f-\x9f]|\s$/);
        }
      }),
    );
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

  test.each([
    ['8-bit strings that never end', '\x90'],
    ['titles that never end', '\x1b]0;'],
    ['erasings of a long line', '\x1b[1K'],
    ['erasings and steps', '\x1b[2Ka'],
    ['a cursor sent far away', '\x1b[99999Ga\x1b[2K'],
    ['steps back', 'a\b'],
    ['returns', 'a\r'],
    ['switches of the screen', '\x1b[?1049h\x1b[?1049l'],
  ])('cost no more for %s than their length', (_what, piece) => {
    const ops = (length: number) => {
      const text = `${'x'.repeat(length / 2)}\r${piece.repeat(length / 2 / piece.length)}`;
      const begun = performance.now();
      plainLines(text);
      return performance.now() - begun;
    };
    ops(1024);
    // A cost that grew with the square would take minutes.
    expect(ops(512 * 1024)).toBeLessThan(5000);
  });
});
