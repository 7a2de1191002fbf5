import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ARRANGEMENTS, arranged, nextArrangement } from '../../../src/client/panes/arrangements.ts';
import { bordersAt, neighbour } from '../../../src/client/panes/geometry.ts';
import {
  borderOf,
  even,
  fits,
  isLeaf,
  LEAST_PANE,
  leaves,
  moveBorder,
  type Pane,
  place,
  type Rect,
  remove,
  rotate,
  settled,
  split,
  swap,
  type Tree,
} from '../../../src/client/panes/pane-tree.ts';
import { SIDES, type Side } from '../../../src/protocol/cotty/pane-side.ts';

const AREA: Rect = { x: 0, y: 2, width: 160, height: 48 };

type Operation =
  | { readonly do: 'split'; readonly at: number; readonly side: Side }
  | { readonly do: 'remove' | 'even' | 'rotate'; readonly at: number }
  | { readonly do: 'swap'; readonly at: number; readonly with: number }
  | { readonly do: 'resize'; readonly at: number; readonly kind: 'row' | 'column'; readonly by: number }
  | { readonly do: 'arrange'; readonly at: number };

const index = fc.nat(63);
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant('split' as const), at: index, side: fc.constantFrom(...SIDES) }),
  },
  fc.record({ do: fc.constantFrom('remove' as const, 'even' as const, 'rotate' as const), at: index }),
  fc.record({ do: fc.constant('swap' as const), at: index, with: index }),
  fc.record({
    do: fc.constant('resize' as const),
    at: index,
    kind: fc.constantFrom('row' as const, 'column' as const),
    by: fc.integer({ min: -60, max: 60 }),
  }),
  fc.record({ do: fc.constant('arrange' as const), at: index }),
);
const areas = fc.record({
  x: fc.constant(0),
  y: fc.constant(2),
  width: fc.integer({ min: 80, max: 250 }),
  height: fc.integer({ min: 10, max: 70 }),
});

/** Carries operations out as the window does: what has no room changes nothing. */
function grown(operations: readonly Operation[], area: Rect): Tree {
  let made = 0;
  return operations.reduce<Tree>((tree, each) => applied(tree, each, area, () => `t${++made}`), 't0');
}

function applied(tree: Tree, each: Operation, area: Rect, name: () => string): Tree {
  const all = leaves(tree);
  const leaf = all[each.at % all.length] ?? '';
  switch (each.do) {
    case 'split':
      return split(tree, leaf, name(), each.side, area) ?? tree;
    case 'remove':
      return remove(tree, leaf, area) ?? tree;
    case 'even':
      return even(tree, leaf);
    case 'rotate':
      return rotate(tree, 1);
    case 'swap':
      return swap(tree, leaf, all[each.with % all.length] ?? '');
    case 'resize': {
      const found = borderOf(tree, leaf, each.kind);
      return found === undefined ? tree : moveBorder(tree, found.border, each.by, area);
    }
    case 'arrange': {
      const next = arranged(ARRANGEMENTS[each.at % ARRANGEMENTS.length] ?? 'grid', all);
      return fits(next, area) ? next : tree;
    }
  }
}

const grownIn = areas.chain((area) =>
  fc.array(operation, { maxLength: 24 }).map((operations) => ({ area, tree: grown(operations, area) })),
);

function rects(tree: Tree, area: Rect): ReadonlyMap<string, Rect> {
  return new Map(place(tree, area)?.panes.map(({ uri, rect }) => [uri, rect]));
}

/** How many panes or borders have each cell of the area. */
function cover(area: Rect, parts: readonly Rect[]): readonly number[] {
  const cells = new Array<number>(area.width * area.height).fill(0);
  for (const { x, y, width, height } of parts)
    for (let row = y; row < y + height; row++)
      for (let column = x; column < x + width; column++) {
        const at = (row - area.y) * area.width + (column - area.x);
        cells[at] = (cells[at] ?? 0) + 1;
      }
  return cells;
}

function isCanonical(tree: Tree): boolean {
  if (isLeaf(tree)) return true;
  return (
    tree.children.length >= 2 &&
    tree.shares.length === tree.children.length &&
    tree.shares.every((share) => share > 0) &&
    tree.children.every((child) => isCanonical(child) && (isLeaf(child) || child.kind !== tree.kind))
  );
}

describe('panes as a tree', () => {
  test('cover the area with their borders, each cell once, whatever was done to them', () => {
    fc.assert(
      fc.property(grownIn, ({ area, tree }) => {
        expect(isCanonical(tree)).toBe(true);
        const placed = place(tree, area);
        expect(placed).toBeDefined();
        const { panes = [], borders = [] } = placed ?? {};
        expect(panes.map(({ uri }) => uri)).toEqual(leaves(tree));
        for (const { rect } of panes) {
          expect(rect.width).toBeGreaterThanOrEqual(LEAST_PANE.cols);
          expect(rect.height).toBeGreaterThanOrEqual(LEAST_PANE.rows);
        }
        const counts = cover(
          area,
          [...panes, ...borders].map(({ rect }) => rect),
        );
        expect(counts.every((count) => count === 1)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });

  test('are divided by a split where it is, and nowhere else', () => {
    fc.assert(
      fc.property(grownIn, index, fc.constantFrom(...SIDES), ({ area, tree }, at, side) => {
        const leaf = leaves(tree)[at % leaves(tree).length] ?? '';
        const next = split(tree, leaf, 'new', side, area);
        const before = rects(tree, area);
        if (next === undefined) {
          expect(length(before.get(leaf), side)).toBeLessThan(isAcross(side) ? 21 : 5);
          return;
        }
        const after = rects(next, area);
        for (const [uri, rect] of before) if (uri !== leaf) expect(after.get(uri)).toEqual(rect);
        expect(Math.abs(length(after.get('new'), side) - length(after.get(leaf), side))).toBeLessThanOrEqual(
          1,
        );
      }),
      { numRuns: 200 },
    );
  });

  test('are as before when what a split has opened is closed', () => {
    fc.assert(
      fc.property(
        grownIn,
        index,
        fc.constantFrom('right' as const, 'below' as const),
        ({ area, tree }, at, side) => {
          const leaf = leaves(tree)[at % leaves(tree).length] ?? '';
          const next = split(tree, leaf, 'new', side, area);
          if (next === undefined) return;
          const back = remove(next, 'new', area);
          expect(shape(back)).toEqual(shape(tree));
          expect(rects(back ?? '', area)).toEqual(rects(tree, area));
          // Other sizes of the window show nothing else than before, either.
          const wide = { ...area, width: 251, height: 71 };
          expect(rects(back ?? '', wide)).toEqual(rects(tree, wide));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('give the room of a closed one to its neighbour, and nothing else moves', () => {
    fc.assert(
      fc.property(grownIn, index, ({ area, tree }, at) => {
        const all = leaves(tree);
        const leaf = all[at % all.length] ?? '';
        const next = remove(tree, leaf, area);
        if (next === undefined) {
          expect(all).toEqual([leaf]);
          return;
        }
        const before = rects(tree, area);
        const after = rects(next, area);
        const gone = before.get(leaf);
        const moved = [...after].filter(
          ([uri, rect]) => JSON.stringify(before.get(uri)) !== JSON.stringify(rect),
        );
        expect(moved.length).toBeGreaterThan(0);
        // Those that have moved and the closed one had one rectangle before, which the moved ones have now.
        const had = around([...moved.map(([uri]) => before.get(uri) ?? AREA), gone ?? AREA]);
        expect(around(moved.map(([, rect]) => rect))).toEqual(had);
      }),
      { numRuns: 200 },
    );
  });

  test('have the same cells again when a border was moved there and back', () => {
    fc.assert(
      fc.property(
        grownIn,
        index,
        fc.constantFrom('row' as const, 'column' as const),
        fc.integer({ min: -80, max: 80 }),
        ({ area, tree }, at, kind, by) => {
          const leaf = leaves(tree)[at % leaves(tree).length] ?? '';
          const found = borderOf(tree, leaf, kind);
          if (found === undefined) return;
          const there = moveBorder(tree, found.border, by, area);
          const at0 = edgeOf(tree, found.border, area);
          const moved = edgeOf(there, found.border, area) - at0;
          expect(Math.abs(moved)).toBeLessThanOrEqual(Math.abs(by));
          const back = moveBorder(there, found.border, -moved, area);
          expect(rects(back, area)).toEqual(rects(tree, area));
        },
      ),
      { numRuns: 200 },
    );
  });

  test('do not drift when the window changes its size again and again', () => {
    fc.assert(
      fc.property(grownIn, fc.array(areas, { maxLength: 5 }), ({ area, tree }, others) => {
        const before = rects(tree, area);
        for (const other of others) place(tree, other);
        expect(rects(tree, area)).toEqual(before);
        expect(rects(settled(tree, area), area)).toEqual(before);
      }),
      { numRuns: 50 },
    );
  });

  test('have no room in a window where one would be smaller than 10 columns and 2 rows', () => {
    const two = arranged('beside', ['a', 'b']);
    expect(place(two, { x: 0, y: 0, width: 21, height: 2 })).toBeDefined();
    expect(place(two, { x: 0, y: 0, width: 20, height: 2 })).toBeUndefined();
    expect(place(two, { x: 0, y: 0, width: 21, height: 1 })).toBeUndefined();
    expect(split('a', 'a', 'b', 'below', { x: 0, y: 0, width: 80, height: 4 })).toBeUndefined();
    expect(split('a', 'a', 'b', 'below', { x: 0, y: 0, width: 80, height: 5 })).toBeDefined();
    expect(split('a', 'other', 'b', 'below')).toBeUndefined();
  });

  test('are made even in the innermost group that is not, and then in the one around it', () => {
    const uneven: Tree = {
      kind: 'row',
      shares: [3, 1],
      children: ['a', { kind: 'column', shares: [2, 1], children: ['b', 'c'] }],
    };
    const once = even(uneven, 'c');
    expect(once).toMatchObject({ shares: [3, 1], children: ['a', { shares: [1, 1] }] });
    expect(even(once, 'c')).toMatchObject({ shares: [1, 1] });
    const twice = even(once, 'c');
    expect(even(twice, 'c')).toBe(twice);
    expect(even(uneven, 'a')).toMatchObject({ shares: [1, 1], children: ['a', { shares: [2, 1] }] });
  });

  test('are rotated by one place, and back', () => {
    const tree = arranged('main-left', ['a', 'b', 'c']);
    expect(leaves(rotate(tree, 1))).toEqual(['b', 'c', 'a']);
    expect(rotate(rotate(tree, 1), -1)).toEqual(tree);
  });
});

describe('arrangements of panes', () => {
  test('follow each other, and begin again behind the last one', () => {
    let last = nextArrangement(undefined);
    const seen = [last];
    while (seen.length < 6) {
      last = nextArrangement(last);
      seen.push(last);
    }
    expect(seen).toEqual([...ARRANGEMENTS, 'beside']);
  });

  test('of a grid have rows of as many panes, and the last pane of a short row has the room that is left', () => {
    const cells = rects(arranged('grid', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']), {
      x: 0,
      y: 0,
      width: 89,
      height: 29,
    });
    expect(cells.get('a')).toEqual({ x: 0, y: 0, width: 29, height: 9 });
    expect(cells.get('g')).toEqual({ x: 0, y: 20, width: 29, height: 9 });
    expect(cells.get('h')).toEqual({ x: 30, y: 20, width: 59, height: 9 });
  });
});

describe('the pane in a direction', () => {
  // A at the left, B over C at the right.
  const panes: readonly Pane[] = place(arranged('main-left', ['a', 'b', 'c']), AREA)?.panes ?? [];

  test('is the one that was in front last of those that touch that side', () => {
    expect(neighbour(panes, 'a', 'right', ['a', 'c', 'b'])?.uri).toBe('c');
    expect(neighbour(panes, 'a', 'right', ['a', 'b', 'c'])?.uri).toBe('b');
    expect(neighbour(panes, 'c', 'left')?.uri).toBe('a');
    expect(neighbour(panes, 'b', 'down')?.uri).toBe('c');
  });

  test('is the one beside the middle where none of them was in front', () => {
    const tree: Tree = {
      kind: 'row',
      shares: [1, 1],
      children: ['a', { kind: 'column', shares: [4, 1], children: ['b', 'c'] }],
    };
    expect(neighbour(place(tree, AREA)?.panes ?? [], 'a', 'right')?.uri).toBe('b');
  });

  test('is at the other end where the window ends', () => {
    expect(neighbour(panes, 'c', 'down')?.uri).toBe('b');
    expect(neighbour(panes, 'b', 'right')?.uri).toBe('a');
    expect(neighbour(panes, 'a', 'up')).toBeUndefined();
  });
});

test('where borders cross, all of them are under the mouse', () => {
  const placed = place(arranged('grid', ['a', 'b', 'c', 'd']), { x: 0, y: 0, width: 81, height: 21 });
  const at = (x: number, y: number) => bordersAt(placed?.borders ?? [], { x, y }).map(({ kind }) => kind);
  expect(at(40, 10).toSorted()).toEqual(['column', 'row', 'row']);
  expect(at(40, 3)).toEqual(['row']);
  expect(at(10, 10)).toEqual(['column']);
  expect(at(10, 9)).toEqual([]);
});

function isAcross(side: Side): boolean {
  return side === 'left' || side === 'right';
}

/** Cells of a pane in the direction in which a side divides it. */
function length(rect: Rect | undefined, side: Side): number {
  return (isAcross(side) ? rect?.width : rect?.height) ?? 0;
}

function shape(tree: Tree | undefined): unknown {
  return tree === undefined || isLeaf(tree) ? tree : [tree.kind, ...tree.children.map(shape)];
}

function around(all: readonly Rect[]): Rect {
  const x = Math.min(...all.map((rect) => rect.x));
  const y = Math.min(...all.map((rect) => rect.y));
  return {
    x,
    y,
    width: Math.max(...all.map((rect) => rect.x + rect.width)) - x,
    height: Math.max(...all.map((rect) => rect.y + rect.height)) - y,
  };
}

function edgeOf(
  tree: Tree,
  border: { readonly path: readonly number[]; readonly index: number },
  area: Rect,
): number {
  const found = place(tree, area)?.borders.find(
    ({ path, index: at }) => at === border.index && path.join() === border.path.join(),
  );
  return found === undefined ? 0 : found.kind === 'row' ? found.rect.x : found.rect.y;
}
