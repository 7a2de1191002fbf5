import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { harmless, harmlessJson, withoutDirection } from '../../../src/protocol/common/harmless-text.ts';

const HARMFUL = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;
/** Text in which every second character may do harm. */
const hostile = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom(
      '\u061c',
      '\u200e',
      '\u200f',
      '\u2028',
      '\u202a',
      '\u202e',
      '\u2066',
      '\u2069',
      'é',
      '漢',
    ),
    fc.constantFrom('👩‍👩‍👧', '"', '\\'),
  ),
});

describe('text of others', () => {
  test('keeps its lines, tabs and joined emoji, and nothing that steers a terminal', () => {
    expect(harmless('a\x1b]52;c;eA==\x07b\x9b2Jc\u202ed\te\r\nf 👩‍👩‍👧')).toBe(
      'a]52;c;eA==b2Jcd\te\nf 👩‍👩‍👧',
    );
    fc.assert(fc.property(hostile, (text) => !HARMFUL.test(harmless(text))));
  });

  test('is the same value in JSON, where what could do harm is escaped', () => {
    expect(harmlessJson({ title: '\u009b2J\u202e' })).toBe('{"title":"\\u009b2J\\u202e"}');
    fc.assert(
      fc.property(hostile, (text) => {
        const json = harmlessJson({ [text]: [text] });
        expect(JSON.parse(json)).toEqual({ [text]: [text] });
        return !HARMFUL.test(json);
      }),
    );
  });

  test('loses only its marks of direction for the window', () => {
    expect(withoutDirection('\x1b[1mtxt\u202eexe\u2069\x1b[0m')).toBe('\x1b[1mtxtexe\x1b[0m');
  });
});
