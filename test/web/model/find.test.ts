import { signal } from '@preact/signals';
import { describe, expect, it } from 'vitest';
import type { OutputSearchResult } from '../../../src/protocol/cotty/command-output.ts';
import { BlockList } from '../../../src/web/model/block-list.ts';
import { Find } from '../../../src/web/model/front-terminal.ts';
import { finishedBlocks } from '../finished-blocks.ts';

/** A search at a host that answers when it is told to. */
function slowSearch() {
  const answers: ((result: OutputSearchResult) => void)[] = [];
  const list = new BlockList(signal(finishedBlocks([0, 0])));
  const find = new Find(list, { ofPart: () => [] }, () => new Promise((resolve) => answers.push(resolve)));
  const answer = (line: number) =>
    answers.shift()?.({ matches: [{ seq: 2, line, text: 'one' }], more: false });
  return { find, answer };
}

describe('Find', () => {
  it('has matches in commands at once, and those in outputs when the host has answered', async () => {
    const { find, answer } = slowSearch();
    const search = find.search('make');
    expect(find.matches.value.map(({ seq, line }) => [seq, line])).toEqual([
      [2, 0],
      [1, 0],
    ]);
    expect(find.isSearching.value).toBe(true);
    answer(1);
    await search;
    expect(find.isSearching.value).toBe(false);
    expect(find.matches.value).toHaveLength(3);
  });

  it('searches no more when it is ended, nor when the text is taken out again', async () => {
    const { find, answer } = slowSearch();
    const search = find.search('make');
    await find.search('');
    expect(find.isSearching.value).toBe(false);
    answer(1);
    await search;
    expect(find.matches.value).toEqual([]);
    expect(find.isSearching.value).toBe(false);
  });
});
