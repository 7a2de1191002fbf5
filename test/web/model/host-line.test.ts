import { expect, it } from 'vitest';
import { waitingText } from '../../../src/web/model/host-line.ts';

const pieces = (...texts: readonly string[]) => texts.map((data) => ({ uri: 'ahp-terminal:/1', data }));

it('counts lines that wait to be sent, and keys where no line is complete', () => {
  expect(waitingText([])).toBeUndefined();
  expect(waitingText(pieces('ls\r'))).toBe('1 line waits to be sent');
  expect(waitingText(pieces('ls\r', 'date', '\r'))).toBe('2 lines wait to be sent');
  expect(waitingText(pieces('é'))).toBe('1 key waits to be sent');
  expect(waitingText(pieces('a', '😀'))).toBe('2 keys wait to be sent');
});
