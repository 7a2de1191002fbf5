import { effect, signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import { BlockList } from '../../../src/web/model/block-list.ts';
import { finishedBlocks } from '../finished-blocks.ts';

describe('BlockList', () => {
  it('opens and folds a block in an effect without running the effect again', () => {
    const list = new BlockList(signal(finishedBlocks([0, 1])));
    let runs = 0;
    effect(() => {
      runs += 1;
      list.open('c1');
      list.toggleFold('c2');
      list.foldAll();
    });
    expect(runs).toBe(1);
    expect(list.opened.value).toEqual(new Set(['c1']));
  });
});
