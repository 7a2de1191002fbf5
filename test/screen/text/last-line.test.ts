import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lastLine } from '../../../src/screen/text/last-line.ts';

describe('the last line', () => {
  test('is that of the text, without sequences, blanks around it and blank lines behind it', () => {
    expect(lastLine('one\r\n\x1b[32m  two \x1b[0m\r\n\r\n   \r\n')).toBe('two');
  });

  test('is what stands there after it was drawn over', () => {
    expect(lastLine('10 %\r50 %\r100 %')).toBe('100 %');
    expect(lastLine('downloading\r\x1b[Kdone\r\n')).toBe('done');
  });

  test('is empty where nothing was printed but blanks', () => {
    expect(lastLine('')).toBe('');
    expect(lastLine(' \r\n\t\r\n')).toBe('');
  });

  test('of a long text is that of a short one, whatever stands before it', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 50 }), (before) => {
        const filler = `\x1b[1m${before.replaceAll('\x1b', '').replaceAll(/\p{Cc}/gu, '')}\x1b[0m\r\n`.repeat(
          500,
        );
        expect(lastLine(`${filler}the end\r\n`)).toBe('the end');
      }),
    );
  });

  test('is cut where a line has no end', () => {
    expect(lastLine('x'.repeat(100_000))).toBe('x'.repeat(256));
  });
});
