import { describe, expect, test } from 'vitest';
import { blankRow, type Row, textRow } from '../../../src/screen/cells/row.ts';
import { styleOf } from '../../../src/screen/cells/style.ts';
import { isDragged, selectedText, withSelection } from '../../../src/tui/model/selection.ts';

const row = (text: string, wrapped = false): Row => ({ ...textRow([{ text }], 10), wrapped });
const rows = [row('first'), row('0123456789'), row('abc', true), row('漢字 end')];

describe('selectedText', () => {
  test('is what lies between the two cells, whichever way it was dragged', () => {
    expect(selectedText(rows, { from: { x: 1, y: 0 }, to: { x: 3, y: 0 } })).toBe('irs');
    expect(selectedText(rows, { from: { x: 3, y: 0 }, to: { x: 1, y: 0 } })).toBe('irs');
  });

  test('joins wrapped rows into one line and leaves out blanks at the ends', () => {
    const all = selectedText(rows, { from: { x: 0, y: 0 }, to: { x: 9, y: 3 } });
    expect(all).toBe('first\n0123456789abc\n漢字 end');
  });

  test('of a stretch without text is empty', () => {
    expect(selectedText([blankRow(10)], { from: { x: 0, y: 0 }, to: { x: 5, y: 0 } })).toBe('');
  });
});

describe('withSelection', () => {
  test('turns the chosen cells inverse and leaves other rows as they are', () => {
    const shown = withSelection(rows, { from: { x: 2, y: 1 }, to: { x: 3, y: 1 } });
    expect(shown[0]).toBe(rows[0]);
    expect(shown[1]?.styles.map((style) => styleOf(style).inverse)).toEqual(
      Array.from({ length: 10 }, (_, x) => x === 2 || x === 3),
    );
  });
});

test('a selection has the colours that a program has set for it', () => {
  const at = { from: { x: 0, y: 0 }, to: { x: 1, y: 0 } };
  const [shown] = withSelection(rows, at, { selection: 0x102030 });
  expect(styleOf(shown?.styles[0] ?? 0)).toMatchObject({
    inverse: false,
    bg: { kind: 'rgb', value: 0x102030 },
    fg: { kind: 'default' },
  });
  const [both] = withSelection(rows, at, { selection: 1, selectedText: 2 });
  expect(styleOf(both?.styles[1] ?? 0)).toMatchObject({ bg: { value: 1 }, fg: { value: 2 } });
});

test('a press that did not move is a click', () => {
  expect(isDragged({ from: { x: 1, y: 1 }, to: { x: 1, y: 1 } })).toBe(false);
  expect(isDragged({ from: { x: 1, y: 1 }, to: { x: 2, y: 1 } })).toBe(true);
});
