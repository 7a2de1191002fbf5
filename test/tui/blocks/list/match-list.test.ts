import { describe, expect, it } from 'vitest';
import { blocksOf } from '../../../../src/client/blocks/block.ts';
import { LIVE, matchList, nextOf } from '../../../../src/tui/blocks/list/search.ts';
import { OutputCache } from '../../../../src/tui/blocks/output/output-cache.ts';
import { command, ME, stateOf } from '../sample.ts';

const cache = new OutputCache();
const text = {
  lines: cache.lines.bind(cache),
  held: cache.held.bind(cache),
  live: () => ['$ tail -f', 'a needle', 'x'],
};
const gap = { at: 0, chars: 9000, lines: 900 };
const blocks = blocksOf(
  stateOf([
    command({ commandId: 'a', commandLine: 'needle first', output: '', meta: { seq: 1, omitted: gap } }),
    command({ commandId: 'b', output: 'no\r\nneedle\r\nneedles\r\n', meta: { seq: 2 } }),
    command({ commandId: 'c', output: 'needle\r\n', meta: { seq: 3 } }),
  ]),
  ME,
);
const found = {
  matches: [
    { seq: 2, line: 2, text: 'needle' },
    { seq: 1, line: 700, text: 'needle' },
    { seq: 1, line: 800, text: 'needle' },
  ],
  from: 0,
  ended: true,
  more: false,
};

describe('all matches of a search', () => {
  const all = matchList({ blocks, query: 'needle', found, text });

  it('are in command lines, in what the host found, and in the live part, oldest first', () => {
    expect(all).toEqual([
      { block: 'a', line: -1 },
      { block: 'a', line: 699 },
      { block: 'a', line: 799 },
      { block: 'b', line: 1 },
      { block: 'b', line: 2 },
      { block: LIVE, line: 1 },
    ]);
  });

  it('are those that the window has, where the host has not searched', () => {
    const broken = { matches: [], from: 3, ended: true, more: false };
    expect(matchList({ blocks, query: 'needle', found: broken, text })).toEqual([
      { block: 'a', line: -1 },
      { block: 'b', line: 1 },
      { block: 'b', line: 2 },
      { block: LIVE, line: 1 },
    ]);
  });

  it('are made once for the same answer and blocks', () => {
    const read: string[] = [];
    const lines: typeof text.lines = (part) => {
      read.push(part.commandId);
      return text.lines(part);
    };
    const sought = { blocks, query: 'needle', found: { ...found }, text: { ...text, lines } };
    expect(matchList(sought)).toEqual(all);
    expect(matchList(sought)).toEqual(all);
    expect(read).toEqual(['b']);
  });

  it('are gone through from a line that is not among them', () => {
    const from = { block: 'a', line: 750 };
    expect([nextOf(all, from, 'up'), nextOf(all, from, 'down')]).toEqual([1, 2]);
    const last = { block: 'a', line: 900 };
    expect([nextOf(all, last, 'up'), nextOf(all, last, 'down')]).toEqual([2, 3]);
  });

  it('are gone through around both ends, beginning with the newest', () => {
    expect(nextOf(all, undefined, 'up')).toBe(5);
    expect(nextOf(all, undefined, 'down')).toBe(0);
    expect(nextOf(all, all[5], 'down')).toBe(0);
    expect(nextOf(all, all[0], 'up')).toBe(5);
    expect(nextOf(all, all[2], 'up')).toBe(1);
    expect(nextOf([], undefined, 'up')).toBe(-1);
  });
});
