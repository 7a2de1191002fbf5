import { expect, test } from 'vitest';
import { bodyText } from '../../../../src/tui/blocks/select/body-text.ts';
import { type Move, movedPoint, pointAbove } from '../../../../src/tui/blocks/select/move.ts';
import type { Point } from '../../../../src/tui/blocks/select/selection.ts';
import { bodyOf } from '../sample.ts';

const text = bodyText(bodyOf(['  one two.three\r\nfour\r\n', `${'x'.repeat(42)} end\r\n`]));
const at = (block: string, line: number, x: number): Point => ({ block, line, x });

test.each<[Move, Point, Point]>([
  ['left', at('c0', 1, 0), at('c0', 1, 0)],
  ['right', at('c0', 1, 0), at('c0', 1, 1)],
  ['down', at('c0', 1, 4), at('c0', 2, 4)],
  ['up', at('c1', 0, 4), at('c0', 2, 4)],
  ['wordNext', at('c0', 1, 2), at('c0', 1, 6)],
  ['wordNext', at('c0', 1, 6), at('c0', 1, 9)],
  ['wordNext', at('c0', 1, 10), at('c0', 2, 0)],
  ['wordEnd', at('c0', 1, 2), at('c0', 1, 4)],
  ['wordEnd', at('c0', 1, 14), at('c0', 2, 3)],
  ['wordPrevious', at('c0', 2, 0), at('c0', 1, 10)],
  ['wordPrevious', at('c0', 1, 4), at('c0', 1, 2)],
  ['wordEnd', at('c1', 1, 0), at('c1', 2, 1)],
  ['rowStart', at('c0', 1, 5), at('c0', 1, 0)],
  ['textStart', at('c0', 1, 5), at('c0', 1, 2)],
  ['rowEnd', at('c0', 1, 0), at('c0', 1, 14)],
  ['first', at('c1', 1, 5), at('c0', 0, 0)],
  ['last', at('c0', 1, 5), at('', 1, 0)],
])('%s', (move, from, to) => {
  expect(movedPoint(text, from, move, '')).toEqual(to);
});

test.each<[number, Point, Point]>([
  [2, at('c1', 1, 3), at('c0', 2, 3)],
  [-2, at('c0', 2, 3), at('c1', 1, 3)],
  [100, at('c1', 1, 3), at('c0', 0, 3)],
])('%d rows above, headers counted', (rows, from, to) => {
  expect(pointAbove(text, from, rows)).toEqual(to);
});
