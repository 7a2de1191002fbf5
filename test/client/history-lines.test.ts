import { describe, expect, test } from 'vitest';
import {
  foundLines,
  foundPlaces,
  type LineSearch,
  NO_LINES,
  nextLines,
  pastWords,
} from '../../src/client/history-lines.ts';
import { answered, lookFor } from '../../src/client/history-search.ts';
import type { HistoryCommand } from '../../src/protocol/cotty/history.ts';

const SPEAKER = { now: 100_000, home: '/home/ada', me: 'user:ada' };

function run(commandLine: string, startedAt: number, more: Partial<HistoryCommand> = {}): HistoryCommand {
  const commandId = `c${startedAt}`;
  const ended = { finishedAt: startedAt + 10, exitCode: 0, open: true, ...more };
  return { terminal: 't:/1', name: 'proj', seq: startedAt, commandId, commandLine, startedAt, ...ended };
}

/** Looks for the words, and takes pages of the answer. */
function search(words: string, ...pages: readonly (readonly HistoryCommand[])[]): LineSearch {
  let found = { ...NO_LINES, search: lookFor(NO_LINES.search, words, 'newest', SPEAKER) };
  pages.forEach((commands, page) => {
    const ask = { query: found.search.query, page };
    const asked = { ...found.search, asked: ask };
    const answer = { commands: [...commands], more: page < pages.length - 1 };
    found = { ...found, search: answered(asked, ask, answer) };
  });
  return found;
}

const lines = (found: LineSearch, words = '') =>
  foundLines(found, [], words, SPEAKER).map(({ line }) => line);

describe('the lines of before', () => {
  test('are there once, with the newest run of each, newest first, and without a time at the end', () => {
    const found = search('', [run('make', 50), run('ls', 40), run('make', 30, { exitCode: 2 })]);
    const past = [{ line: 'ls', at: 10 }, { line: 'old' }, { line: 'git pull', at: 45 }];
    const [first, ...rest] = foundLines({ ...found, past }, [], '', SPEAKER);
    expect(first).toMatchObject({ line: 'make', at: 50, status: { kind: 'ok' }, run: { seq: 50 } });
    expect(rest.map(({ line }) => line)).toEqual(['git pull', 'ls', 'old']);
    expect(rest.at(-1)).toMatchObject({ at: undefined, status: undefined, run: undefined });
  });

  test('of the terminal in front are there before the host has answered', () => {
    const own = [
      { line: 'make', at: 60, exitCode: 1 },
      { line: 'ls', at: 70 },
    ];
    expect(foundLines(search('ma'), own, 'ma', SPEAKER)).toMatchObject([
      { line: 'make', status: { kind: 'failed', code: 1 } },
    ]);
  });

  test('are narrowed down by what is typed until the answer to it comes', () => {
    const found = search('', [run('make', 50), run('ls', 40)]);
    const typed = { ...found, search: lookFor(found.search, 'ls', 'newest', SPEAKER) };
    expect(lines(typed, 'ls')).toEqual(['ls']);
  });

  test('have the filters of the history page, of which the history of the shell knows nothing', () => {
    const words = 'make is:failed in:~/src';
    const found = { ...search(words, [run('make', 50, { exitCode: 2 })]), past: [{ line: 'make old' }] };
    expect(found.search.query).toEqual({ text: 'make', failed: true, folder: '/home/ada/src' });
    expect(lines(found, words)).toEqual(['make']);
    expect([pastWords(words, SPEAKER), pastWords('make it', SPEAKER)]).toEqual([undefined, 'make it']);
  });

  test('are asked for in pages, more of them as the list is gone up, but not without end', () => {
    const page = (from: number) => Array.from({ length: 100 }, (_, n) => run(`echo ${from - n}`, from - n));
    expect(nextLines(search(''), [], 0)).toMatchObject({ page: 0 });
    const found = search('', page(5_000), page(4_900), []);
    const all = foundLines(found, [], '', SPEAKER);
    expect(all).toHaveLength(200);
    const more = { ...found, search: { ...found.search, more: true } };
    expect(nextLines(more, all, 10)).toBeUndefined();
    const pages = Array.from({ length: 10 }, (_, n) => page(5_000 - n * 100));
    const many = search('', ...pages);
    const ended = { ...many, search: { ...many.search, more: true } };
    expect(nextLines(ended, foundLines(ended, [], '', SPEAKER), 999)).toBeUndefined();
    const one = search('', page(5_000));
    const begun = { ...one, search: { ...one.search, more: true } };
    expect(nextLines(begun, foundLines(begun, [], '', SPEAKER), 90)).toMatchObject({ page: 1 });
  });
});

test('marks each word where it stands, and no filter', () => {
  expect(foundPlaces('npm test --test', 'test is:failed npm', SPEAKER)).toEqual([
    { from: 0, to: 3 },
    { from: 4, to: 8 },
    { from: 11, to: 15 },
  ]);
  expect(foundPlaces('git', 'gi git', SPEAKER)).toEqual([{ from: 0, to: 3 }]);
});
