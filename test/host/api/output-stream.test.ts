import { expect, test } from 'vitest';
import { LineMessages, lineMessagesFrom } from '../../../src/host/api/output-stream.ts';

test('lines are given when they are complete, without their ends', () => {
  const lines = new LineMessages();
  expect(lines.add('on')).toEqual([]);
  expect(lines.add('e\r\ntwo\nth')).toEqual(['one', 'two']);
  expect(lines.add('ree')).toEqual([]);
  expect(lines.end()).toEqual(['three']);
  expect(lines.end()).toEqual([]);
});

test('a line without an end comes in pieces that are bounded', () => {
  const lines = new LineMessages();
  const pieces = lines.add('x'.repeat(150_000));
  expect(pieces.map(({ length }) => length)).toEqual([65_536, 65_536]);
  expect(lines.add('\n')).toEqual(['x'.repeat(150_000 - 2 * 65_536)]);
});

test('a reader that comes back in the middle of a line gets the whole of it', () => {
  expect(lineMessagesFrom('one\r\ntwo and more', ' and more'.length).add(' and more\n')).toEqual([
    'two and more',
  ]);
  expect(lineMessagesFrom('one\n', 0).add('two\n')).toEqual(['two']);
});
