/** Plain lines of a command that runs: final ones, and after a silence all that are complete. */

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PlainRows } from '../../../../src/cli/scripts/follow/plain-rows.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function rows() {
  const put: string[] = [];
  return { put, rows: new PlainRows((text) => put.push(text)) };
}

test('Lines that are drawn again come once, as they are at last', () => {
  const { put, rows: out } = rows();
  for (const frame of [1, 2, 3]) out.write(`${frame === 1 ? '' : '\x1b[2A'}a ${frame}\r\nb ${frame}\r\n`);
  expect(put).toEqual([]);
  out.end();
  expect(put.join('')).toBe('a 3\nb 3\n');
});

test('A log is given as soon as nothing was printed for half a second, without the line that is still open', () => {
  const { put, rows: out } = rows();
  out.write('ready on 3000\r\nthen');
  vi.advanceTimersByTime(499);
  expect(put).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(put).toEqual(['ready on 3000\n']);
  out.end();
  expect(put.join('')).toBe('ready on 3000\nthen');
  expect(vi.getTimerCount()).toBe(0);
});

test('A flood is held back by no more than a screen', () => {
  const { put, rows: out } = rows();
  for (let line = 0; line < 1000; line++) out.write(`${line}\r\n`);
  expect(put.join('').split('\n').length).toBeGreaterThan(900);
});
