import { expect, test } from 'vitest';
import { nextReads, quickChips } from '../../src/client/history-page.ts';
import { answered, NO_TRENDS, newHistorySearch, toggledWord } from '../../src/client/history-search.ts';
import type { HistoryCommand } from '../../src/protocol/cotty/history.ts';

const past: HistoryCommand = {
  terminal: 'ahp-terminal:/build',
  name: 'build',
  open: true,
  seq: 1,
  commandId: '1',
  commandLine: 'make',
  startedAt: 1,
};

test('commands are requested first, their earlier runs when no command is missing, and nothing twice', () => {
  const first = nextReads({ search: newHistorySearch(3), trends: NO_TRENDS }, 0, 20);
  expect([first.ask?.page, first.trends]).toEqual([0, undefined]);
  expect(nextReads(first.listing, 0, 20)).toEqual({ listing: first.listing });
  if (first.ask === undefined) throw new Error('nothing is asked');
  const search = answered(first.listing.search, first.ask, { commands: [past], more: false, total: 1 });
  const second = nextReads({ ...first.listing, search }, 0, 20);
  expect([second.ask, second.trends?.keys]).toEqual([undefined, ['ahp-terminal:/build 1']]);
  expect(nextReads(second.listing, 0, 20)).toEqual({ listing: second.listing });
});

test('filters are offered where they mean something, and are on while their word is among those of the search', () => {
  const on = (text: string, here = {}) =>
    quickChips(text, here).map(({ filter, isOn }) => `${filter}${isOn ? ' on' : ''}`);
  expect(on('make is:failed')).toEqual(['failed on', 'mine', 'today', 'long']);
  const [, folder] = quickChips('', { folder: '~/src' });
  expect(folder).toMatchObject({ filter: 'folder', word: 'in:~/src', isOn: false });
  expect(on(toggledWord('', folder?.word ?? ''), { folder: '~/src' })).toContain('folder on');
});
