import { describe, expect, test } from 'vitest';
import { type FoundLink, linkAt } from '../../../../src/tui/blocks/select/link-at.ts';

function at(text: string, on: string): FoundLink | undefined {
  const cells = [...text];
  const cell = text.indexOf(on);
  expect(cell).toBeGreaterThanOrEqual(0);
  return linkAt({ cells, styles: cells.map(() => 0), rows: [] }, cell);
}

describe('linkAt', () => {
  test.each([
    ['see https://example.org/a?b=1#c, please', 'example', 'https://example.org/a?b=1#c'],
    ['(http://example.org/a_(b))', 'example', 'http://example.org/a_(b)'],
    ['<https://example.org>.', 'https', 'https://example.org'],
    ['"mailto:ada@example.org"', 'ada', 'mailto:ada@example.org'],
    ['[docs](https://example.org/x).', 'example', 'https://example.org/x'],
    ['https://example.com、それから', 'example', 'https://example.com'],
    ['見るhttps://example.comを', 'example', 'https://example.com'],
  ])('finds the address in %s', (text, on, address) => {
    expect(at(text, on)).toEqual({ kind: 'address', address });
  });

  test.each([
    ['src/a.ts:12:5 - error', 'a.ts', 'src/a.ts', 12, 5],
    ['src/a.ts(12,5): error TS1', 'a.ts', 'src/a.ts', 12, 5],
    ['at run (/home/me/a.js:3:1)', 'me', '/home/me/a.js', 3, 1],
    ['make: Makefile:7: *** stop', 'Makefile', 'Makefile', 7, undefined],
    ['modified:   src/b.ts', 'b.ts', 'src/b.ts', undefined, undefined],
    ["open 'notes.txt'.", 'notes', 'notes.txt', undefined, undefined],
    ['（src/a.ts:12）。', 'a.ts', 'src/a.ts', 12, undefined],
    ['資料１.txt、次', '資', '資料１.txt', undefined, undefined],
  ])('finds the file in %s', (text, on, path, line, column) => {
    expect(at(text, on)).toEqual({ kind: 'file', path, line, column });
  });

  test.each([
    ['plain words', 'words'],
    ['a  b', ' '],
    ['... and so on', '...'],
    ['12:30', '12'],
  ])('finds nothing in %s', (text, on) => {
    const found = at(text, on);
    expect(found === undefined || (found.kind === 'file' && found.line !== undefined)).toBe(true);
  });
});
