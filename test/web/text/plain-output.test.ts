import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { plainOutput } from '../../../src/web/text/plain-output.ts';
import { textOfLine } from '../../../src/web/text/styled-line.ts';

const texts = (output: string) => plainOutput(output)?.map(textOfLine);

describe('plainOutput', () => {
  it('reads lines, whichever way they end', () => {
    expect(texts('one\r\ntwo\nthree')).toEqual(['one', 'two', 'three']);
    expect(texts('one\r\r\n\r\n')).toEqual(['one', '']);
    expect(texts('')).toEqual([]);
  });

  it('gives text the colours and attributes that SGR sequences set, across lines', () => {
    expect(plainOutput('\x1b[1;31mred\nstill\x1b[0m plain')).toEqual([
      [{ text: 'red', style: { bold: true, fg: 1 } }],
      [{ text: 'still', style: { bold: true, fg: 1 } }, { text: ' plain' }],
    ]);
  });

  it('moves to the next stop of eight columns at a tab', () => {
    expect(texts('ab\tc\t\td')).toEqual(['ab      c               d']);
  });

  it('leaves everything that moves the cursor to the emulator', () => {
    for (const text of ['10%\r20%', 'a\bb', '\x1b[2K', '\x1b[1A', '\x1b]8;;http://a\x07a', '\x07', '\x1b[1'])
      expect(plainOutput(text), JSON.stringify(text)).toBeUndefined();
  });

  it('loses no character of text without control characters', () => {
    const line = fc.string({ unit: 'grapheme' }).filter((text) => !/[\p{Cc}]/u.test(text) && text !== '');
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        expect(texts(lines.map((each) => `${each}\r\n`).join(''))).toEqual(lines);
      }),
    );
  });
});
