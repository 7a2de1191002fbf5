import { expect, test } from 'vitest';
import { lastParts, toldWhole, wrapped } from '../../../../src/tui/view/pages/dialog-contents.ts';

test.each([
  [60, 'could not open the file of that name · Esc closes'],
  [49, 'could not open the file of that name · Esc closes'],
  [40, 'could not open the file of… · Esc closes'],
  [20, 'Esc closes'],
  [6, 'Esc c…'],
])('in %i cells a message keeps what it says to do: %s', (width, shown) => {
  expect(toldWhole('could not open the file of that name · Esc closes', width)).toBe(shown);
});

test('where there is no room for both, a message that fits whole is told', () => {
  expect(toldWhole('it was answered: not now · b hands over after all', 24)).toBe('it was answered: not now');
});

test('a footer keeps its last parts', () => {
  expect(lastParts('1–8 of 20 · ↑ ↓ · A agents · Esc closes', 24)).toBe('A agents · Esc closes');
});

test('a text is broken at blanks', () => {
  expect(wrapped('Close this terminal; asks', 12)).toEqual(['Close this', 'terminal;', 'asks']);
  expect(wrapped('abcdefghij k', 5)).toEqual(['abcd…', 'k']);
});
