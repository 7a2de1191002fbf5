import { expect, test } from 'vitest';
import { isRowLocal } from '../../../src/screen/text/row-local.ts';

test('an output with an image is rendered whole: its box has several rows', () => {
  expect(isRowLocal('a\r\n\x1b]1337;File=inline=1:AAAA\x07\r\n')).toBe(false);
  expect(isRowLocal('a\r\n\x1bPq~\x1b\\\r\n')).toBe(false);
});

test('an output with a title, a mark of a file or a link is rendered row by row', () => {
  expect(isRowLocal('a\x1b]2;title\x07\x1b]1337;SetMark\x07\x1b]8;;http://x\x1b\\b\r\n')).toBe(true);
});
