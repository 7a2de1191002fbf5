import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodePaste, pasted, unbracketed } from '../../../src/protocol/terminal/paste.ts';

describe('encodePaste', () => {
  test('sends CR for each line end, or brackets around what came for a program that asked', () => {
    expect(encodePaste('a\nb\r\nc\r', { bracketed: false })).toBe('a\rb\rc\r');
    expect(encodePaste('a\nb\r\nc\r', { bracketed: true })).toBe('\x1b[200~a\nb\r\nc\r\x1b[201~');
  });

  test('opens and closes the brackets once around the pieces of a long paste', () => {
    const pieces = [
      encodePaste('a', { bracketed: true, more: true }),
      encodePaste('b', { bracketed: true, continued: true, more: true }),
      encodePaste('', { bracketed: true, continued: true }),
    ];
    expect(pieces.join('')).toBe('\x1b[200~ab\x1b[201~');
  });

  test('tells a program that asked for brackets of an empty paste, too', () => {
    expect(encodePaste('', { bracketed: true })).toBe('\x1b[200~\x1b[201~');
    expect(encodePaste('', { bracketed: false })).toBe('');
  });

  test('shows an escape character as its sign, as xterm.js does, and keeps everything else', () => {
    expect(pasted('a\x1b[201~; rm -rf ~\r')).toBe('\x1b[200~a␛[201~; rm -rf ~\r\x1b[201~');
    expect(pasted('a\x9b201~b')).toBe('\x1b[200~a␛[201~b\x1b[201~');
    expect(pasted('tab\t form\f feed ä漢😀\n')).toBe('\x1b[200~tab\t form\f feed ä漢😀\n\x1b[201~');
    expect(encodePaste('a\x1bb', { bracketed: false })).toBe('a\x1bb');
  });

  const parts = fc.array(
    fc.constantFrom(
      '\x1b[201~',
      '\x1b[200~',
      '\x9b201~',
      '\x1b',
      '\x9b',
      '[',
      '20',
      '1',
      '~',
      'x',
      '\r',
      'ä',
    ),
    { maxLength: 30 },
  );

  test('holds no end mark but its own, however the text is cut into pieces', () => {
    fc.assert(
      fc.property(fc.array(parts, { minLength: 1, maxLength: 5 }), (pieces) => {
        const last = pieces.length - 1;
        const sent = pieces
          .map((piece, at) =>
            encodePaste(piece.join(''), { bracketed: true, continued: at > 0, more: at < last }),
          )
          .join('');
        expect(sent.startsWith('\x1b[200~') && sent.endsWith('\x1b[201~')).toBe(true);
        expect(sent.slice(6, -6)).not.toMatch(/[\x1b\x9b]/);
        const text = pieces.flat().join('');
        if (!/[\x1b\x9b]/.test(text)) expect(sent.slice(6, -6)).toBe(text);
        expect(unbracketed(sent)).toBe(sent.slice(6, -6));
      }),
      { numRuns: 1000 },
    );
  });
});
