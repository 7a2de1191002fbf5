import { describe, expect, test } from 'vitest';
import { type Block, blocksOf } from '../../../../src/client/blocks/block.ts';
import {
  choose,
  foldAllButLast,
  foldOf,
  noFolds,
  toggled,
  unfoldAll,
} from '../../../../src/client/blocks/folds.ts';
import { command, commands, ME, stateOf } from '../sample.ts';

const made = (outputs: readonly string[]): readonly Block[] => blocksOf(stateOf(commands(outputs)), ME);
const [first, second, third] = made(['', '', '']) as [Block, Block, Block];

describe('a fold', () => {
  test('is open for the newest blocks and a tail beyond', () => {
    const folds = noFolds(2);
    expect([0, 1, 2, 9].map((age) => foldOf(folds, first, age))).toEqual(['open', 'open', 'tail', 'tail']);
  });

  test('treats failed blocks like the others', () => {
    const [failed] = blocksOf(stateOf([command({ exitCode: 1 })]), ME) as [Block];
    expect(foldOf(noFolds(1), failed, 1)).toBe('tail');
  });

  test('does not open long output by itself, unless it came while the view stood still', () => {
    const [long] = made(['x'.repeat(70_000)]) as [Block];
    expect(foldOf(noFolds(5), long, 1)).toBe('tail');
    expect(foldOf(noFolds(5), long, 0)).toBe('open');
    expect(foldOf(noFolds(5), long, -1)).toBe('open');
  });

  test('is what was chosen for the block, over what was chosen for all', () => {
    const folds = choose(unfoldAll(noFolds(1), [first, second]), first.id, 'closed');
    expect([first, second, third].map((block) => foldOf(folds, block, 5))).toEqual([
      'closed',
      'open',
      'tail',
    ]);
  });

  test('of all closes all but the last and forgets what was chosen before', () => {
    const folds = foldAllButLast(choose(noFolds(1), first.id, 'open'), [first, second, third]);
    expect([first, second].map((block) => foldOf(folds, block, 1))).toEqual(['closed', 'closed']);
    expect(foldOf(folds, third, 0)).toBe('open');
    expect(foldAllButLast(noFolds(1), []).all).toBeUndefined();
  });

  test('opens by one key unless it is open', () => {
    expect([toggled('closed'), toggled('tail'), toggled('open')]).toEqual(['open', 'open', 'closed']);
  });

  test('remembers a bounded number of choices, the latest', () => {
    let folds = noFolds(0);
    for (let index = 0; index < 1_200; index++) folds = choose(folds, `c${index}`, 'open');
    expect(folds.chosen.size).toBe(1_000);
    expect(folds.chosen.has('c199')).toBe(false);
    expect(folds.chosen.has('c200')).toBe(true);
  });
});
