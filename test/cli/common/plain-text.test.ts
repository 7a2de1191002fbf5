import { describe, expect, it } from 'vitest';
import { columnWidths, displayWidth, fromEnd } from '../../../src/cli/common/plain-text.ts';

describe('a table', () => {
  it('may have any number of lines', () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => [`${at}`, at === 9 ? '漢字' : 'a']);
    expect(columnWidths(lines)).toEqual([6, 4]);
  });

  it.each([
    ['/home/ada/src', 6, '…a/src'],
    ['/home/ada/src', 13, '/home/ada/src'],
    ['…ada/src', 5, '…/src'],
    ['/home/漢字', 4, '…字'],
    ['/e\u0301e\u0301', 2, '…e\u0301'],
  ])('shows the end of %s in %i columns', (text, width, shown) => {
    expect(fromEnd(text, width)).toBe(shown);
    expect(displayWidth(shown)).toBeLessThanOrEqual(width);
  });
});
