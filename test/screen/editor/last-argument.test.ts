import { expect, it } from 'vitest';
import { lastArgument } from '../../../src/screen/editor/recall.ts';

it.each([
  ['ls -la /usr/share', '/usr/share'],
  ['git commit -m "two words"  ', '"two words"'],
  ["echo 'it''s'", "'it''s'"],
  ['touch a\\ b', 'a\\ b'],
  ['make', 'make'],
  ['echo "open quote', '"open quote'],
  ['', ''],
  ['echo back\\', 'back\\'],
])('the last argument of %j is %j', (line, argument) => {
  expect(lastArgument(line)).toBe(argument);
});
