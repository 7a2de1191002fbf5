import { describe, expect, test } from 'vitest';
import { blankRow, rowText, textRow } from '../../../src/screen/cells/row.ts';
import { compose, fitted } from '../../../src/tui/view/compose.ts';

describe('compose', () => {
  test('a row as wide as the window replaces the one below without a copy', () => {
    const row = textRow([{ text: 'pane' }], 10);
    const [first] = compose([blankRow(10)], [{ x: 0, y: 0, width: 10, row }]);
    expect(first).toBe(row);
  });

  test('rows without overlay keep their identity', () => {
    const below = [blankRow(10), blankRow(10)];
    const made = compose(below, [{ x: 2, y: 1, width: 3, row: textRow([{ text: 'abc' }], 3) }]);
    expect(made[0]).toBe(below[0]);
    expect(rowText(made[1] ?? blankRow(1))).toBe('  abc');
  });

  test('a wide character cut at either edge leaves a blank for its other half', () => {
    const below = textRow([{ text: '漢字漢字' }], 8);
    const [row] = compose([below], [{ x: 1, y: 0, width: 2, row: textRow([{ text: 'ab' }], 2) }]);
    expect(row?.chars).toEqual([' ', 'a', 'b', ' ', '漢', '', '字', '']);
  });

  test('an overlay that falls outside the frame is left out', () => {
    const below = [blankRow(4)];
    expect(compose(below, [{ x: 0, y: 7, width: 4, row: blankRow(4) }])).toEqual(below);
  });
});

describe('fitted', () => {
  test('fills a short row with blanks and cuts a long one, never half a wide character', () => {
    expect(fitted(textRow([{ text: 'ab' }], 2), 4).chars).toEqual(['a', 'b', ' ', ' ']);
    expect(fitted(textRow([{ text: 'a漢b' }], 4), 2).chars).toEqual(['a', ' ']);
  });
});
