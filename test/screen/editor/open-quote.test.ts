import { expect, test } from 'vitest';
import { openQuote } from '../../../src/screen/editor/editor-view.ts';

test.each([
  ['echo hi', undefined],
  ['echo "hi', 5],
  ["echo 'it", 5],
  ['echo "it\'s"', undefined],
  ["echo 'a\\'", undefined],
  ["echo $'a\\'", 6],
  ['echo "a\\"', 5],
  ['echo \\"', undefined],
  ["echo it's", 7],
  ["echo # it's", undefined],
  ["echo # it's\necho 'x", 17],
  ["echo a#it's", 9],
  ['cat <<EOF\n"', undefined],
  ['echo "a" \'b', 9],
])('%s: %s', (line, at) => {
  expect(openQuote([...line])).toBe(at);
});
