import { describe, expect, test } from 'vitest';
import { passesFilter, readFilter } from '../../../../src/protocol/cotty/filter/command-filter.ts';

const speaker = { now: 1_000_000_000, home: '/home/mara', me: 'user:mara' };
const filterOf = (words: string) => readFilter(words, speaker).filter;

describe('the words of a filter', () => {
  test('are taken out of the text, and combine', () => {
    expect(readFilter('error is:failed  in:~/src by:@ada since:2h longer:10s 42', speaker)).toEqual({
      text: 'error  42',
      filter: {
        failed: true,
        folder: '/home/mara/src',
        writer: 'agent:ada',
        since: speaker.now - 2 * 3_600_000,
        longerThanMs: 10_000,
      },
      wrong: undefined,
    });
  });

  test('tell repositories and output, of which a command itself tells nothing', () => {
    expect(filterOf('repo:~/src/app out:panic')).toEqual({
      repository: '/home/mara/src/app',
      output: 'panic',
    });
    expect(passesFilter(filterOf('repo:app out:panic'), { failed: false })).toBe(true);
  });

  test('leave words alone that only look like them', () => {
    expect(readFilter('http://x a:b constructor:c', speaker)).toEqual({
      text: 'http://x a:b constructor:c',
      filter: {},
      wrong: undefined,
    });
  });

  test.each([
    ['since:', 'since: wants since:2h, since:yesterday or since:2026-01-31'],
    ['is:green', 'is:green wants is:failed, is:noted or is:marked'],
    ['is:constructor', 'is:constructor wants is:failed, is:noted or is:marked'],
    ['exit:one', 'exit:one wants exit:1, an exit code'],
    ['until:', 'until: wants until:2h, until:today or until:2026-01-31'],
    ['repo:', 'repo: wants repo:NAME or repo:FOLDER'],
    ['longer:ten', 'longer:ten wants longer:10s'],
  ])('%s says what it wants', (words, wrong) => {
    expect(readFilter(words, speaker)).toEqual({ text: '', filter: {}, wrong });
  });
});

test.each([
  ['is:failed', { failed: true }, true],
  ['is:noted', { failed: false, noted: true }, true],
  ['is:noted', { failed: false }, false],
  ['is:marked', { failed: false, bookmarked: true }, true],
  ['is:marked', { failed: false, noted: true }, false],
  ['is:failed', { failed: false }, false],
  ['in:~/src', { failed: false, cwd: 'file:///home/mara/src/a%20b' }, true],
  ['in:~/src', { failed: false, cwd: 'file:///home/mara/srcs' }, false],
  ['in:app', { failed: false, cwd: 'file:///srv/web-app/x' }, true],
  ['in:/', { failed: false, cwd: 'file:///srv' }, true],
  ['in:/', { failed: false }, false],
  ['by:me', { failed: false, writer: 'user:mara' }, true],
  ['by:ada', { failed: false, writer: 'agent:ada' }, true],
  ['by:@mara', { failed: false, writer: 'user:mara' }, false],
  ['since:1m', { failed: false, endedAt: speaker.now - 59_000 }, true],
  ['since:1m', { failed: false, endedAt: speaker.now - 61_000 }, false],
  ['since:1m', { failed: false }, true],
  ['longer:2s', { failed: false, durationMs: 2_000 }, true],
  ['longer:2s', { failed: false, durationMs: 1_999 }, false],
  ['until:1m', { failed: false, startedAt: speaker.now - 61_000 }, true],
  ['until:1m', { failed: false, startedAt: speaker.now - 60_000 }, false],
  ['exit:2', { failed: true, exitCode: 2 }, true],
  ['exit:2', { failed: true }, false],
  ['on:box', { failed: false, host: 'box' }, true],
  ['on:box', { failed: false }, false],
  ['on:localhost', { failed: false }, true],
  ['is:noted', { failed: false, noted: true }, true],
  ['is:noted', { failed: false }, false],
  ['is:marked', { failed: false, bookmarked: true }, true],
  ['is:marked is:failed', { failed: false, bookmarked: true }, false],
  ['is:failed longer:2s', { failed: true, durationMs: 1 }, false],
])('%s for %o: %s', (words, command, passes) => {
  expect(passesFilter(filterOf(words), command)).toBe(passes);
});
