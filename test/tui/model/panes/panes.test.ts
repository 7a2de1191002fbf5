import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { borderAt, neighbour } from '../../../../src/tui/model/panes/borders.ts';
import { fits, LEAST_PANE, type Pane, panesIn } from '../../../../src/tui/model/panes/panes.ts';
import { joined, moved, without } from '../../../../src/tui/model/panes/split-changes.ts';
import { readSplits, writeSplits } from '../../../../src/tui/model/panes/split-note.ts';
import { ARRANGEMENTS, MOST_PANES, type Split } from '../../../../src/tui/model/split.ts';

const shares = fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 6 });
const splits = fc.record({
  name: fc.constant(undefined),
  members: fc
    .integer({ min: 2, max: MOST_PANES })
    .map((count) => Array.from({ length: count }, (_, n) => `t${n}`)),
  arrangement: fc.constantFrom(...ARRANGEMENTS),
  columns: shares,
  rows: shares,
  zoomed: fc.boolean(),
  peeks: fc.constant([]),
});
const areas = fc.record({
  x: fc.constant(0),
  y: fc.constant(1),
  width: fc.integer({ min: 80, max: 300 }),
  height: fc.integer({ min: 10, max: 100 }),
});

/** How many panes have each cell of the area. */
function cover(panes: readonly Pane[], { width, height }: { width: number; height: number }): number[][] {
  const cells = Array.from({ length: height }, () => new Array<number>(width).fill(0));
  for (const { rect } of panes)
    for (let y = rect.y; y < rect.y + rect.height; y++)
      for (let x = rect.x; x < rect.x + rect.width; x++) {
        const row = cells[y - 1];
        if (row !== undefined) row[x] = (row[x] ?? 0) + 1;
      }
  return cells;
}

/** Whether four free cells form a square. */
function hasWideBorder(cells: readonly (readonly number[])[]): boolean {
  return cells.some((row, y) =>
    row.some(
      (count, x) =>
        y > 0 &&
        x > 0 &&
        count + (row[x - 1] ?? 1) + (cells[y - 1]?.[x] ?? 1) + (cells[y - 1]?.[x - 1] ?? 1) === 0,
    ),
  );
}

describe('panes', () => {
  test('fill the area with borders of one cell between them, and none is smaller than the least', () => {
    fc.assert(
      fc.property(splits, areas, fc.nat(MOST_PANES - 1), (split, area, at) => {
        const front = split.members[at % split.members.length] ?? '';
        const panes = panesIn(split, front, area);
        if (panes === undefined) {
          // Nothing stands in for a stack, which asks for the fewest rows of all.
          const last = split.arrangement === 'stack' ? 'stack' : 'grid';
          expect(fits(last, split.members.length, area)).toBe(false);
          return;
        }
        const cells = cover(panes, area);
        expect(Math.max(...cells.flat())).toBe(1);
        expect(hasWideBorder(cells)).toBe(false);
        for (const { rect, folded } of panes) {
          expect(rect.width).toBeGreaterThanOrEqual(LEAST_PANE.cols);
          expect(rect.height).toBeGreaterThanOrEqual(folded ? 1 : LEAST_PANE.rows);
          expect(rect.x + rect.width).toBeLessThanOrEqual(area.width);
          expect(rect.y + rect.height).toBeLessThanOrEqual(area.y + area.height);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('each have a neighbour where a border is, and none where the window has one column or row', () => {
    const split: Split = splitOf(['a', 'b', 'c'], 'main');
    const panes = panesIn(split, 'a', { x: 0, y: 1, width: 100, height: 30 }) ?? [];
    expect(neighbour(panes, 'a', 'right')?.uri).toBe('b');
    expect(neighbour(panes, 'b', 'down')?.uri).toBe('c');
    expect(neighbour(panes, 'c', 'left')?.uri).toBe('a');
    expect(neighbour(panes, 'c', 'down')?.uri).toBe('b');
    expect(neighbour(panes, 'a', 'up')).toBeUndefined();
  });

  test('are resized by their borders, and stop at the least size', () => {
    const area = { x: 0, y: 1, width: 101, height: 30 };
    const split = splitOf(['a', 'b'], 'beside');
    const panes = panesIn(split, 'a', area) ?? [];
    const border = borderAt(panes, { x: 50, y: 5 });
    expect(border).toEqual({ axis: 'columns', before: 'a', after: 'b' });
    if (border === undefined) return;
    const wider = moved(split, 'a', area, border, 10);
    expect(panesIn(wider, 'a', area)?.map(({ rect }) => rect.width)).toEqual([60, 40]);
    const widest = moved(split, 'a', area, border, 1000);
    expect(panesIn(widest, 'a', area)?.map(({ rect }) => rect.width)).toEqual([80, 20]);
  });

  test('join beside and below, leave, and are kept as a note that reads back', () => {
    const area = { x: 0, y: 1, width: 120, height: 30 };
    const one = joined([], 'b', 'a', 'right', area) ?? [];
    const two = joined(one, 'c', 'b', 'below', area) ?? [];
    expect(two).toMatchObject([{ members: ['a', 'b', 'c'], arrangement: 'main' }]);
    expect(readSplits(writeSplits(two), () => true)).toEqual(two);
    expect(readSplits(writeSplits(two), (uri) => uri === 'a')).toEqual([]);
    expect(without(two, 'a')).toMatchObject([{ members: ['b', 'c'] }]);
    expect(without(one, 'a')).toEqual([]);
  });

  test('of a note that is no note of ours are left out, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((value) => JSON.stringify(value)),
        ),
        (text) => {
          expect(readSplits(text, () => true).every(({ members }) => members.length >= 2)).toBe(true);
        },
      ),
    );
  });
});

function splitOf(members: readonly string[], arrangement: Split['arrangement']): Split {
  return { name: undefined, members, arrangement, columns: [], rows: [], zoomed: false, peeks: [] };
}
