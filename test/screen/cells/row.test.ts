import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blankRow, rowText, sameRow, textRow } from '../../../src/screen/cells/row.ts';
import { textWidth } from '../../../src/screen/cells/text-width.ts';

describe('blankRow', () => {
  it('is blanks of one style', () => {
    expect(blankRow(3, 7)).toEqual({ chars: [' ', ' ', ' '], styles: [7, 7, 7], wrapped: false });
    expect(blankRow(0)).toEqual({ chars: [], styles: [], wrapped: false });
  });
});

describe('textRow', () => {
  it('gives each cell its span’s style and fills up with default blanks', () => {
    const row = textRow([{ text: 'ab', style: 3 }, { text: '漢', style: 4 }, { text: 'c' }], 7);
    expect(row.chars).toEqual(['a', 'b', '漢', '', 'c', ' ', ' ']);
    expect(row.styles).toEqual([3, 3, 4, 4, 0, 0, 0]);
  });

  it('cuts at the edge, never through a wide cell', () => {
    expect(textRow([{ text: 'abcdef' }], 3).chars).toEqual(['a', 'b', 'c']);
    expect(textRow([{ text: 'ab漢c', style: 1 }], 3)).toMatchObject({
      chars: ['a', 'b', ' '],
      styles: [1, 1, 0],
    });
  });

  it('keeps control characters from reaching a terminal', () => {
    expect(textRow([{ text: 'a\x1b[31mb\n\x9bc' }], 8).chars.join('')).toBe('a[31mbc ');
  });

  it('always has one entry a column', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '漢', '🚀', '\u0301', '\n', '🇩', '\u200d') });
    fc.assert(
      fc.property(fc.array(text), fc.nat({ max: 20 }), (texts, cols) => {
        const row = textRow(
          texts.map((each) => ({ text: each })),
          cols,
        );
        expect([row.chars.length, row.styles.length]).toEqual([cols, cols]);
        expect(
          textWidth(row.chars.filter((char) => !char.startsWith('\u200d')).join('')),
        ).toBeLessThanOrEqual(cols);
      }),
    );
  });
});

describe('rowText', () => {
  it('leaves out blanks at the right end only', () => {
    expect(rowText(textRow([{ text: '  a  漢  ' }], 12))).toBe('  a  漢');
    expect(rowText(blankRow(5))).toBe('');
  });
});

describe('sameRow', () => {
  it('compares cells, styles and wrapping', () => {
    const row = textRow([{ text: 'ab', style: 2 }], 3);
    expect(sameRow(row, textRow([{ text: 'ab', style: 2 }], 3))).toBe(true);
    expect(sameRow(row, textRow([{ text: 'ab', style: 1 }], 3))).toBe(false);
    expect(sameRow(row, textRow([{ text: 'aX', style: 2 }], 3))).toBe(false);
    expect(sameRow(row, textRow([{ text: 'ab', style: 2 }], 4))).toBe(false);
    expect(sameRow(row, { ...row, wrapped: true })).toBe(false);
  });
});
