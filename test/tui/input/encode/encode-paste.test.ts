import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodePaste } from '../../../../src/tui/input/encode/encode-paste.ts';

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

  test('holds no end mark but its own, also where taking one out makes another', () => {
    const text = fc
      .array(fc.constantFrom('\x1b[201~', '\x1b[200~', '\x9b201~', '\x1b', '[', '20', '1', '~', 'x'), {
        maxLength: 30,
      })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (pasted) => {
        const sent = encodePaste(pasted, { bracketed: true });
        const body = sent.slice(6, -6);
        expect(body).not.toMatch(/(?:\x1b\[|\x9b)20[01]~/);
        if (!/(?:\x1b\[|\x9b)20[01]~/.test(pasted)) expect(body).toBe(pasted);
      }),
      { numRuns: 1000 },
    );
  });
});
