import { describe, expect, test } from 'vitest';
import { exactLine, pastedLine } from '../../../src/host/run/last-input.ts';

describe('pastedLine', () => {
  test('is the text of a paste of several lines that was sent at once', () => {
    expect(pastedLine('\x1b[200~for a in 1 2\ndo echo $a\ndone\x1b[201~\r')).toBe(
      'for a in 1 2\ndo echo $a\ndone',
    );
    expect(pastedLine('\x05\x15\x1b[200~a\rb\x1b[201~\r')).toBe('a\nb');
  });

  test('is nothing for keys, a single line, or a paste that was not sent', () => {
    for (const input of ['ls\r', '\x1b[200~ls\x1b[201~\r', '\x1b[200~a\nb\x1b[201~', '\x1b[A']) {
      expect(pastedLine(input)).toBeUndefined();
    }
  });
});

describe('exactLine', () => {
  const pasted = 'for a in 1 2\ndo echo $a\ndone';

  test('gives bash’s joined line its line breaks back', () => {
    expect(exactLine('for a in 1 2; do echo $a; done', pasted)).toBe(pasted);
  });

  test('leaves a line alone that has other words', () => {
    expect(exactLine('echo other', pasted)).toBe('echo other');
    expect(exactLine('ls', undefined)).toBe('ls');
  });
});
