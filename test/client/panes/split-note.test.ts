import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arranged } from '../../../src/client/panes/arrangements.ts';
import { readTree } from '../../../src/client/panes/layout-text.ts';
import { isLeaf, leaves, place, type Tree } from '../../../src/client/panes/pane-tree.ts';
import { membersOf, newSplit } from '../../../src/client/panes/split.ts';
import { joined, without } from '../../../src/client/panes/split-changes.ts';
import { readSplits, writeSplits } from '../../../src/client/panes/split-note.ts';
import { splitAs } from '../../support/splits.ts';

const SIZE = { x: 0, y: 1, width: 120, height: 30 };
const all = () => true;

/** Any tree of terminals, whose names are all different. */
const trees = fc
  .letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 4, depthIdentifier: 'tree' },
      fc.constant('?'),
      fc
        .tuple(
          fc.constantFrom('row', 'column'),
          fc.array(fc.tuple(tie('node'), fc.integer({ min: 1, max: 300 })), {
            minLength: 2,
            maxLength: 3,
            depthIdentifier: 'tree',
          }),
        )
        .map(([kind, parts]) => ({
          kind,
          children: parts.map(([child]) => child),
          shares: parts.map(([, share]) => share),
        })),
    ),
  }))
  .node.map((node) => {
    let next = 0;
    const text = JSON.stringify(node).replaceAll('"?"', () => `"t${next++}"`);
    return JSON.parse(text) as unknown;
  });

describe('what the host keeps of panes', () => {
  test('reads back as it was written', () => {
    fc.assert(
      fc.property(trees, fc.boolean(), fc.boolean(), (value, stack, zoomed) => {
        const read = readTree(value);
        if (!read.ok || isLeaf(read.tree)) return;
        const split = newSplit(read.tree, { stack, zoomed, arranged: 'grid', name: 'ci' });
        expect(readSplits(writeSplits([split]), all)).toEqual([split]);
      }),
    );
  });

  test('loses the terminals that are gone, and no others', () => {
    const two = joined(joined([], 'b', 'a', 'right', SIZE) ?? [], 'c', 'b', 'below', SIZE) ?? [];
    expect(two.map(membersOf)).toEqual([['a', 'b', 'c']]);
    expect(readSplits(writeSplits(two), (uri) => uri === 'a')).toEqual([]);
    expect(readSplits(writeSplits(two), (uri) => uri !== 'b').map(membersOf)).toEqual([['a', 'c']]);
    expect(without(two, 'a').map(membersOf)).toEqual([['b', 'c']]);
  });

  test('takes each terminal once, also where several splits name it', () => {
    const text = writeSplits([splitAs('beside', ['a', 'b']), splitAs('below', ['b', 'c', 'd'])]);
    expect(readSplits(text, all).map(membersOf)).toEqual([
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('is read from earlier versions, which kept an arrangement and cells', () => {
    const old = (fields: object) =>
      readSplits(
        JSON.stringify([{ members: ['a', 'b', 'c'], columns: [], rows: [], peeks: [], ...fields }]),
        all,
      )[0];
    expect(old({ arrangement: 'beside', name: 'ci', peeks: ['b'], zoomed: true })).toEqual(
      newSplit(
        { kind: 'row', children: ['a', 'b', 'c'], shares: [1, 1, 1] },
        { name: 'ci', peeks: ['b'], zoomed: true },
      ),
    );
    const main = old({ arrangement: 'main', columns: [80, 40], rows: [9, 18] });
    const area = { x: 0, y: 0, width: 121, height: 28 };
    const cells = main && place(main.tree, area)?.panes.map(({ rect }) => [rect.width, rect.height]);
    expect(cells).toEqual([
      [80, 28],
      [40, 9],
      [40, 18],
    ]);
    const stack = old({ arrangement: 'stack' });
    expect(stack?.stack).toBe(true);
    expect(stack && membersOf(stack)).toEqual(['a', 'b', 'c']);
    expect(old({ arrangement: 'toString' })).toBeUndefined();
  });

  test('that is no layout of ours is left out, whatever it says', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.jsonValue().map((value) => JSON.stringify(value)),
          fc
            .record({ tree: fc.oneof(trees, fc.jsonValue()), zoomed: fc.jsonValue() })
            .map((each) => JSON.stringify([each])),
        ),
        (text) => {
          for (const { tree } of readSplits(text, all)) expect(leaves(tree).length).toBeGreaterThanOrEqual(2);
        },
      ),
    );
  });
});

describe('a tree that is read', () => {
  const problem = (value: unknown) => {
    const read = readTree(value);
    return read.ok ? undefined : read.problem;
  };

  test('names what is wrong with it', () => {
    expect(problem({ kind: 'pile', children: ['a'] })).toBe('kind must be "row" or "column", not "pile"');
    expect(problem({ kind: 'row', children: [] })).toBe('children of a row must be a list of 1 to 64');
    expect(problem({ kind: 'row', children: ['a', 'a'] })).toBe('"a" can only stand in one place');
    expect(problem({ kind: 'row', children: ['a', 7] })).toBe(
      '7 is neither the name of a terminal nor a row or column',
    );
    expect(problem({ kind: 'row', children: ['a', 'b'], shares: [1, 0] })).toBe(
      'shares must be 2 numbers greater than 0, not [1,0]',
    );
    const many = { kind: 'row', children: Array.from({ length: 2 }, (_, n) => column(n)) };
    expect(problem(many)).toBe('there are 80 panes; at most 64 are possible');
    let deep: unknown = 'a';
    for (let level = 0; level < 40; level++) deep = { kind: 'row', children: [deep] };
    expect(problem(deep)).toBe('there are more than 32 levels');
  });

  test('has no branch in a branch of its own kind', () => {
    const read = readTree({
      kind: 'row',
      shares: [2, 1],
      children: ['a', { kind: 'row', children: ['b', 'c'] }],
    });
    const tree: Tree = { kind: 'row', children: ['a', 'b', 'c'], shares: [2, 0.5, 0.5] };
    expect(read).toEqual({ ok: true, tree });
  });

  function column(n: number): Tree {
    return arranged(
      'below',
      Array.from({ length: 40 }, (_, each) => `t${n}-${each}`),
    );
  }
});
