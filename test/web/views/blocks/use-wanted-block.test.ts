import { effect, signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../../src/client/blocks/block.ts';
import type { OutputMatch } from '../../../../src/protocol/cotty/command-output.ts';
import { BlockList } from '../../../../src/web/model/block-list.ts';
import { Find } from '../../../../src/web/model/front-terminal.ts';
import { showMatch } from '../../../../src/web/views/blocks/BlockScroll.tsx';
import { finishedBlocks } from '../../finished-blocks.ts';

const inOutput: OutputMatch = { seq: 2, line: 1, text: 'one' };

/** A search whose matches are shown as the page does it. */
function shownMatches(blocks: readonly Block[]) {
  const all = signal(blocks);
  const list = new BlockList(all);
  const find = new Find(list, { ofPart: () => [] }, async () => ({ matches: [], more: false }));
  const shown: number[] = [];
  let last: OutputMatch | undefined;
  effect(() => {
    last = showMatch({ find, list } as Parameters<typeof showMatch>[0], last, (at) => shown.push(at));
  });
  return { all, list, find, shown };
}

describe('the block of the current match', () => {
  it('is shown and opened once, and not again when another command ends', () => {
    const { all, list, find, shown } = shownMatches(finishedBlocks([0, 0]));
    find.matches.value = [inOutput];
    expect(shown).toEqual([1]);
    expect(list.folds.value.chosen.get('c2')).toBe('open');
    all.value = finishedBlocks([0, 0, 0]);
    expect(shown).toEqual([1]);
  });

  it('is shown when it comes, and again when the search finds it anew', () => {
    const { all, find, shown } = shownMatches(finishedBlocks([0]));
    find.matches.value = [inOutput];
    expect(shown).toEqual([]);
    all.value = finishedBlocks([0, 0]);
    expect(shown).toEqual([1]);
    find.matches.value = [];
    find.matches.value = [inOutput];
    expect(shown).toEqual([1, 1]);
  });
});
