import { describe, expect, test } from 'vitest';
import { internStyle, styleOf } from '../../../../src/screen/cells/style.ts';
import { markedStyle } from '../../../../src/tui/blocks/select/selection.ts';

describe('a selected cell', () => {
  test('is inverse, and one that is inverse already is not', () => {
    const marked = markedStyle(internStyle({}), {});
    expect(styleOf(marked).inverse).toBe(true);
    expect(styleOf(markedStyle(marked, {})).inverse).toBe(false);
  });

  test('has the colours that a program has set for a selection', () => {
    const ground = internStyle({ inverse: true });
    expect(styleOf(markedStyle(ground, { selection: 0x102030 }))).toMatchObject({
      inverse: false,
      bg: { kind: 'rgb', value: 0x102030 },
      fg: { kind: 'default' },
    });
    expect(styleOf(markedStyle(ground, { selection: 1, selectedText: 2 }))).toMatchObject({
      bg: { value: 1 },
      fg: { value: 2 },
    });
  });
});
