/** The row of bars that tells how the runs of a command went. */

import { expect, test } from 'vitest';
import type { TrendRun } from '../../src/protocol/cotty/history.ts';
import { sparkline } from '../../src/review/trend.ts';

const run = (durationMs: number | undefined, exitCode = 0): TrendRun => ({
  startedAt: 0,
  exitCode,
  ...(durationMs === undefined ? {} : { durationMs }),
});
const drawn = (runs: readonly TrendRun[], cells = 20, ascii = false) =>
  sparkline(runs, cells, ascii)
    .map(({ glyph }) => glyph)
    .join('');

test('a bar is as high as its share of the longest run', () => {
  expect(drawn([run(0), run(50), run(100)])).toBe('▁▅█');
  expect(drawn([run(0), run(50), run(100)], 20, true)).toBe('_~#');
});

test('only the newest runs are drawn when there is little room, and those alone decide the height', () => {
  expect(drawn([run(1000), run(5), run(10)], 2)).toBe('▅█');
  expect(drawn([run(1)], 0)).toBe('');
});

test('runs that took no time are all low, and one without an end has no bar', () => {
  expect(drawn([run(0), run(0)])).toBe('▁▁');
  expect(drawn([run(undefined), run(3)])).toBe('·█');
  expect(drawn([run(undefined), run(3)], 9, true)).toBe('?#');
});

test('runs that failed are marked, suspended and unfinished ones are not', () => {
  const runs: TrendRun[] = [run(1, 0), run(1, 1), run(1, 148), { startedAt: 0 }];
  expect(sparkline(runs, 9, false).map(({ failed }) => failed)).toEqual([false, true, false, false]);
});
