import { describe, expect, it } from 'vitest';
import { bytesOf, controlled } from '../../../src/web/model/key-row.ts';

const plain = { ctrl: false, applicationCursor: false };

describe('the key row', () => {
  it('spells keys as terminals do', () => {
    expect(['Escape', 'Tab', 'ArrowUp', 'ArrowLeft', '|'].map((key) => bytesOf(key, plain))).toEqual([
      '\x1b',
      '\t',
      '\x1b[A',
      '\x1b[D',
      '|',
    ]);
    expect(bytesOf('ArrowDown', { ...plain, applicationCursor: true })).toBe('\x1bOB');
  });

  it('lets Ctrl count for the next key', () => {
    expect(bytesOf('ArrowRight', { ctrl: true, applicationCursor: true })).toBe('\x1b[1;5C');
    expect(['c', 'C', '[', '@', ' ', '?'].map(controlled)).toEqual([
      '\x03',
      '\x03',
      '\x1b',
      '\0',
      '\0',
      '\x7f',
    ]);
  });

  it('leaves alone what Ctrl cannot change', () => {
    expect(['1', 'ä', 'paste of text', ''].map(controlled)).toEqual(['1', 'ä', 'paste of text', '']);
  });
});
