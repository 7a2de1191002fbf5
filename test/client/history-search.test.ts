import { describe, expect, test } from 'vitest';
import {
  answered,
  commandAt,
  filterWords,
  type HistoryAsk,
  type HistorySearch,
  historyRequest,
  lookFor,
  NO_TRENDS,
  newHistorySearch,
  nextAsk,
  nextTrends,
  quickWord,
  toggledWord,
  trendsAnswered,
  withoutLastWord,
} from '../../src/client/history-search.ts';
import type { HistoryCommand, HistoryResult } from '../../src/protocol/cotty/history.ts';

const speaker = { now: 1_000, home: '/home/me', me: 'user:me' };

function past(seq: number): HistoryCommand {
  const uri = 'ahp-terminal:/build';
  return {
    terminal: uri,
    name: 'build',
    open: true,
    seq,
    commandId: `${seq}`,
    commandLine: `c${seq}`,
    startedAt: seq,
  };
}

/** The page of a history of so many commands, the newest first. */
function page({ page: at }: HistoryAsk, total: number): HistoryResult {
  const from = at * 100;
  const count = Math.max(0, Math.min(100, total - from));
  return {
    commands: Array.from({ length: count }, (_, index) => past(total - from - index)),
    more: from + count < total,
    total,
  };
}

/** Asks, and fails if nothing is to be asked. */
function asking(search: HistorySearch, from = 0, to = 20): readonly [HistorySearch, HistoryAsk] {
  const ask = nextAsk(search, from, to);
  if (ask === undefined) throw new Error('nothing is asked');
  return [{ ...search, asked: ask }, ask];
}

function opened(total: number, mostPages = 3): HistorySearch {
  const [search, ask] = asking(newHistorySearch(mostPages));
  return answered(search, ask, page(ask, total));
}

describe('the search in the history', () => {
  test('asks one question at a time, and the newest words win', () => {
    const [first, ask] = asking(lookFor(newHistorySearch(3), 'm', 'newest', speaker));
    const typed = lookFor(first, 'make', 'newest', speaker);
    expect(nextAsk(typed, 0, 20)).toBeUndefined();
    const dropped = answered(typed, ask, page(ask, 5));
    expect(dropped.count).toBe(0);
    expect(nextAsk(dropped, 0, 20)?.query).toEqual({ text: 'make' });
  });

  test('keeps what was found until something else is', () => {
    const before = opened(5);
    const [search, ask] = asking(lookFor(before, 'is:failed', 'longest', speaker));
    expect(commandAt(search, 0)?.seq).toBe(5);
    const after = answered(search, ask, { commands: [past(2)], more: false, total: 1 });
    expect([after.count, commandAt(after, 0)?.seq, commandAt(after, 1)]).toEqual([1, 2, undefined]);
    expect(historyRequest(ask)).toEqual({ failed: true, order: 'longest', limit: 100 });
  });

  test('reads the pages in view, and holds only so many', () => {
    let search = opened(1_000_000);
    for (const from of [100, 200, 300, 999_950]) {
      const [sent, ask] = asking(search, from, from + 20);
      expect(historyRequest(ask).skip).toBe(Math.floor(from / 100) * 100);
      search = answered(sent, ask, page(ask, 1_000_000));
    }
    expect([...search.pages.keys()]).toEqual([2, 3, 9_999]);
    expect(commandAt(search, 999_999)?.seq).toBe(1);
    expect(nextAsk(search, 999_950, 1_000_010)).toBeUndefined();
  });

  test('reads pages anew when commands have ended since', () => {
    const [search, ask] = asking(opened(300), 100, 120);
    const moved = answered(search, ask, page(ask, 301));
    expect([...moved.pages.keys()]).toEqual([1]);
    expect(nextAsk(moved, 90, 110)?.page).toBe(0);
  });

  test('goes on without a count while there are more', () => {
    const [search, ask] = asking(newHistorySearch(3));
    const { total: _total, ...uncounted } = page(ask, 150);
    const first = answered(search, ask, uncounted);
    expect([first.count, first.more, nextAsk(first, 0, 20)]).toEqual([100, true, undefined]);
    const [second, next] = asking(first, 90, 110);
    const { total: _all, ...rest } = page(next, 150);
    expect(answered(second, next, rest)).toMatchObject({ count: 150, more: false });
  });

  test('tells a failure once, and looks again for other words', () => {
    const [search, ask] = asking(newHistorySearch(3));
    const failed = answered(search, ask, 'the index is broken');
    expect([failed.failure, failed.count, nextAsk(failed, 0, 20)]).toEqual([
      'the index is broken',
      0,
      undefined,
    ]);
    expect(nextAsk(lookFor(failed, 'x', 'newest', speaker), 0, 20)).toBeDefined();
  });

  test('leaves out a word that is wrong, and says so', () => {
    const search = lookFor(newHistorySearch(3), 'make longer:soon', 'newest', speaker);
    expect([search.query, search.wrong]).toEqual([{ text: 'make' }, 'longer:soon wants longer:10s']);
  });
});

test('earlier runs are asked for the commands in view that have none yet', () => {
  const search = opened(50);
  const ask = nextTrends(search, NO_TRENDS, 10, 20);
  expect(ask?.query).toEqual({ skip: 10, limit: 10, trends: true });
  if (ask === undefined) return;
  const asked = { ...NO_TRENDS, asked: ask };
  expect(nextTrends(search, asked, 10, 20)).toBeUndefined();
  const told = trendsAnswered(
    asked,
    ask,
    Array.from({ length: 10 }, (_, index) => past(40 - index)),
  );
  expect(nextTrends(search, told, 10, 20)).toBeUndefined();
  expect(nextTrends(search, told, 12, 22)?.query.skip).toBe(20);
});

test('earlier runs of a command that is not in the answer are not asked for again', () => {
  const search = opened(50);
  const ask = nextTrends(search, NO_TRENDS, 0, 3);
  if (ask === undefined) throw new Error('nothing is asked');
  const asked = { ...NO_TRENDS, asked: ask };
  // One more has ended since, so the last one has moved out of the answer.
  const moved = trendsAnswered(asked, ask, [past(51), past(50), past(49)]);
  expect(nextTrends(search, moved, 0, 3)).toBeUndefined();
  expect(nextTrends(search, trendsAnswered(asked, ask, []), 0, 3)).toBeUndefined();
  expect(nextTrends(search, trendsAnswered(asked, ask, undefined), 0, 3)?.keys).toEqual(ask.keys);
});

test('earlier runs of a long list are asked for a page at a time, and are all forgotten at the limit', () => {
  const search = opened(100);
  const ask = nextTrends(search, NO_TRENDS, 0, 300);
  expect(ask?.query.limit).toBe(100);
  if (ask === undefined) return;
  const told = trendsAnswered({ runs: new Map([['other 1', []]]), asked: ask }, ask, [], 100);
  expect([...told.runs.keys()]).toEqual(ask.keys);
});

test('filters are words that are put in and taken out', () => {
  expect(toggledWord('make is:failed', 'by:me')).toBe('make is:failed by:me');
  expect(toggledWord('make is:failed', 'is:failed')).toBe('make');
  expect(withoutLastWord('make is:failed ')).toBe('make');
  expect(filterWords('make is:failed a:b since:2h', speaker)).toEqual(['is:failed', 'since:2h']);
  expect(quickWord('folder', { folder: '~/src' })).toBe('in:~/src');
  expect(quickWord('folder', { folder: '~/My Files/app' })).toBe('in:Files/app');
  expect(quickWord('repository', {})).toBeUndefined();
});
