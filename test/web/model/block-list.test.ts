import { effect, signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../src/client/blocks/block.ts';
import { BlockList } from '../../../src/web/model/block-list.ts';
import { finishedBlocks, runningBlock } from '../finished-blocks.ts';

describe('BlockList', () => {
  it('opens and folds a block in an effect without running the effect again', () => {
    const blocks = finishedBlocks([0, 1]);
    const list = new BlockList(signal(blocks));
    let runs = 0;
    effect(() => {
      runs += 1;
      list.open('c1');
      list.toggleFold(blocks[1] as Block);
      list.foldAll();
    });
    expect(runs).toBe(1);
    expect(list.folds.value.chosen.size).toBe(0);
  });

  it('shows the same array while only the running command goes on', () => {
    const blocks = finishedBlocks([0, 1, 2]);
    const all = signal<readonly Block[]>(blocks);
    const list = new BlockList(all);
    const before = list.shown.value;
    all.value = [...blocks, runningBlock('out')];
    all.value = [...blocks, runningBlock('output')];
    expect(list.shown.value).toBe(before);
    list.toggleFailed();
    expect(list.shown.value.map(({ id }) => id)).toEqual(['c2', 'c3']);
    all.value = finishedBlocks([0, 1, 2, 3]);
    expect(list.shown.value.map(({ id }) => id)).toEqual(['c2', 'c3', 'c4']);
  });
});
