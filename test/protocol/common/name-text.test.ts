import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameText } from '../../../src/protocol/common/name-text.ts';

describe('a name as it is drawn', () => {
  test.each([
    ['a\nb', 'a b'],
    ['a\r\n\t\x1b[31mb', 'a [31mb'],
    ['safe\u202egpj.exe', 'safegpj.exe'],
    ['\u2066isolated\u2069', 'isolated'],
    ['a\u2028b\u2029c\u0085d\x9b31m', 'a b c d31m'],
    ['tag\u{e0041}\u{e007f}s', 'tags'],
    ['lone\ud800', 'lone'],
    ['日本語 ñ 👩‍👩‍👧 می‌خواهم', '日本語 ñ 👩‍👩‍👧 می‌خواهم'],
    ['', ''],
  ])('%j is %j', (name, drawn) => {
    expect(nameText(name)).toBe(drawn);
  });

  test('is one line without control and format characters, is no longer than the name, and is the same when drawn again', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (name) => {
        const drawn = nameText(name);
        expect(drawn.replace(/[\u200c\u200d]/g, '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(drawn.length).toBeLessThanOrEqual(name.length);
        expect(nameText(drawn)).toBe(drawn);
      }),
      { numRuns: 1000 },
    );
  });
});
