import { describe, expect, it } from 'vitest';
import { plainOutput } from '../../../src/ledger/text/plain-output.ts';

describe('an output without its escape sequences', () => {
  it.each([
    ['plain\r\n', 'plain\r\n'],
    ['\x1b[1mbold\x1b[0m x', 'bold x'],
    ['a\x1b]0;title\x07b\x1b', 'ab'],
    ['a\x1b[3', 'a'],
    ['', ''],
  ])('%j', (text, plain) => {
    expect(plainOutput(text)).toBe(plain);
  });
});
