import { openSync } from 'node:fs';
import { expect, test } from 'vitest';
import { cellOfWindow, readCellSize } from '../../../src/tui/window/machine-effects.ts';

/** As the kernel fills it: rows, columns, pixels across and down. */
const winsize = (...numbers: readonly number[]): Buffer => Buffer.from(Uint16Array.from(numbers).buffer);

test.each([
  ['whole cells', [24, 80, 800, 480], { width: 10, height: 20 }],
  ['cells and a border', [24, 80, 484, 316], { width: 6, height: 13 }],
  ['nothing', [24, 80, 0, 0], undefined],
  ['fewer pixels than cells', [24, 80, 79, 480], undefined],
  ['no size at all', [0, 0, 800, 480], undefined],
])('the pixels of a cell where the kernel tells %s', (_what, numbers, cell) => {
  expect(cellOfWindow(winsize(...numbers))).toEqual(cell);
});

test('a file that is no terminal, and a system that nobody knows, tell nothing', async () => {
  expect(await readCellSize(openSync('/dev/null', 'r'), process.platform)).toBeUndefined();
  expect(await readCellSize(0, 'plan9')).toBeUndefined();
});
