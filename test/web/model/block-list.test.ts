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
    expect(list.foldOf(blocks[0] as Block)).toBe('closed');
    expect(list.foldOf(blocks[1] as Block)).toBe('closed');
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

  it('has the first block with one press, and the last one', () => {
    const list = new BlockList(signal(finishedBlocks([0, 1, 0])));
    expect(list.move(Number.NEGATIVE_INFINITY)).toBe(0);
    expect(list.move(Number.POSITIVE_INFINITY)).toBe(2);
    expect(list.move(-1, ({ status }) => status.kind === 'failed')).toBe(1);
  });

  it('is filtered by text and words, and keeps what is typed of a word that says nothing', () => {
    const list = new BlockList(signal(finishedBlocks([0, 1, 1])));
    const speaker = { now: 0, home: '/home/mara', me: 'user:mara' };
    list.filterBy('make is:failed', speaker);
    expect(list.shown.value.map(({ id }) => id)).toEqual(['c2', 'c3']);
    expect(list.onlyFailed).toBe(true);
    list.filterBy('longer:soon', speaker);
    expect(list.words.value).toBe('longer:soon');
    expect(list.wrongWord.value).toContain('longer:10s');
    expect(list.shown.value).toHaveLength(3);
    list.toggleFailed();
    expect(list.words.value).toBe('is:failed');
  });

  it('puts the blocks before a clear above the view', () => {
    const all = signal(finishedBlocks([0, 0]));
    const list = new BlockList(all);
    expect(list.firstNotCleared.value).toBe(0);
    list.clear();
    expect(list.firstNotCleared.value).toBe(2);
    all.value = finishedBlocks([0, 0, 0]);
    expect(list.firstNotCleared.value).toBe(2);
  });

  it('shows the end of long outputs for which there is no room, and all of the one that was opened', () => {
    const long = finishedBlocks([0, 0, 0]).map((block) => ({
      ...block,
      part: { ...block.part, output: 'x\n'.repeat(800_000) },
    }));
    const list = new BlockList(signal(long));
    const folds = () => long.map((block) => list.foldOf(block));
    expect(folds()).toEqual(['tail', 'tail', 'open']);
    list.open('c1');
    expect(folds()).toEqual(['open', 'tail', 'tail']);
  });
});
