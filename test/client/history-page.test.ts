import { expect, test } from 'vitest';
import { factsOfPast, nextReads, quickChips, trendBars } from '../../src/client/history-page.ts';
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

test('a row has what is worth its room', () => {
  const around = { now: 90_000, home: '/home/me', me: 'user:me', mark: undefined };
  const long = {
    ...past,
    commandLine: 'for x in 1\ndo\ndone',
    cwd: 'file:///home/me/src',
    writer: 'agent:ada',
    startedAt: 0,
    finishedAt: 5_000,
    exitCode: 1,
  };
  expect(factsOfPast(long, { ...around, mark: { uri: past.terminal, seq: 1 } })).toMatchObject({
    status: { kind: 'failed', code: 1 },
    line: 'for x in 1',
    further: 2,
    isMarked: true,
    folder: '~/src',
    by: '@ada',
    tookMs: 5_000,
  });
  const short = factsOfPast({ ...long, writer: 'user:me', finishedAt: 999 }, around);
  expect([short.by, short.tookMs, short.isMarked]).toEqual([undefined, undefined, false]);
  const { exitCode: _exitCode, finishedAt: _finishedAt, ...running } = long;
  expect(factsOfPast(running, around)).toMatchObject({ status: { kind: 'running' }, tookMs: 90_000 });
});

test('runs have bars when there are several, at most eight', () => {
  const runs = Array.from({ length: 20 }, (_, n) => ({ startedAt: n, durationMs: n, exitCode: n % 2 }));
  expect(trendBars(runs, false).map(({ failed }) => failed)).toEqual(Array(4).fill([false, true]).flat());
  expect([trendBars(runs.slice(0, 1), false), trendBars(undefined, false)]).toEqual([[], []]);
});
