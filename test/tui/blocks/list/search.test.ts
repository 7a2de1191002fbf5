import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../../src/client/blocks/block.ts';
import { rangesIn } from '../../../../src/client/blocks/match-text.ts';
import { internStyle, styleOf } from '../../../../src/screen/cells/style.ts';
import type { Match } from '../../../../src/tui/blocks/block/block-view.ts';
import { highlighted } from '../../../../src/tui/blocks/list/block-layout.ts';
import { nextMatch, type SearchInput, search } from '../../../../src/tui/blocks/list/search.ts';
import { OutputCache } from '../../../../src/tui/blocks/output/output-cache.ts';
import { command, commands, ME, stateOf } from '../sample.ts';

const text = new OutputCache();
const inputOf = (outputs: readonly string[], change: Partial<SearchInput> = {}): SearchInput => ({
  blocks: blocksOf(stateOf(commands(outputs)), ME),
  query: 'hit',
  text,
  direction: 'down',
  ...change,
});
const places = (input: SearchInput): string[] =>
  [...search(input)].filter((match) => match !== undefined).map(({ block, line }) => `${block}:${line}`);

const THREE = ['hit\r\nno\r\nhit hit\r\n', 'no\r\n', 'no\r\nHIT\r\n'];

describe('search', () => {
  test('goes down from the oldest or up from the newest, each line once', () => {
    expect(places(inputOf(THREE))).toEqual(['c0:0', 'c0:2', 'c2:1']);
    expect(places(inputOf(THREE, { direction: 'up' }))).toEqual(['c2:1', 'c0:2', 'c0:0']);
  });

  test('goes on after the line it stands on and comes back to it at last', () => {
    const from = { block: 'c0', line: 0 };
    expect(places(inputOf(THREE, { from }))).toEqual(['c0:2', 'c2:1', 'c0:0']);
    expect(places(inputOf(THREE, { from, direction: 'up' }))).toEqual(['c2:1', 'c0:2', 'c0:0']);
  });

  test('finds command lines as line -1, and minds case only for capitals', () => {
    expect(places(inputOf(['x\r\n', 'y\r\n'], { query: 'run 1' }))).toEqual(['c1:-1']);
    expect(places(inputOf(THREE, { query: 'HIT' }))).toEqual(['c2:1']);
    expect(places(inputOf(THREE, { query: 'Hit' }))).toEqual([]);
  });

  test('reads what is on the screen, not the bytes', () => {
    expect(places(inputOf(['h\x1b[31mi\x1b[0mt\r\n', 'xxx\rhit\r\n', 'hit\r   \r\n']))).toEqual([
      'c0:0',
      'c1:0',
    ]);
  });

  test('of nothing finds nothing', () => {
    expect(places(inputOf(THREE, { query: '' }))).toEqual([]);
    expect(places(inputOf([]))).toEqual([]);
  });

  test('stops after as many blocks as it may look at', () => {
    const going = search(inputOf([...Array.from({ length: 9 }, () => 'no\r\n'), 'hit\r\n']));
    expect(nextMatch(going, 5)).toEqual({ match: undefined, ended: false });
    expect(nextMatch(going, 5)).toEqual({ match: { block: 'c9', line: 0 }, ended: false });
    expect(nextMatch(going, 5)).toEqual({ match: undefined, ended: true });
  });

  test('from any line, in either direction, goes through the same lines', () => {
    const line = fc.constantFrom('hit\r\n', 'no\r\n');
    const outputs = fc.array(
      fc.array(line, { maxLength: 4 }).map((lines) => lines.join('')),
      { maxLength: 6 },
    );
    const from = fc.record({
      block: fc.nat({ max: 7 }).map((n) => `c${n}`),
      line: fc.integer({ min: -1, max: 5 }),
    });
    fc.assert(
      fc.property(outputs, from, (texts, start: Match) => {
        const all = places(inputOf(texts));
        const down = places(inputOf(texts, { from: start }));
        const up = places(inputOf(texts, { from: start, direction: 'up' }));
        expect([...down].sort()).toEqual([...all].sort());
        // The line stood on comes last either way; all others come in the opposite order.
        const here = `${start.block}:${start.line}`;
        expect(up.filter((at) => at !== here)).toEqual(down.filter((at) => at !== here).reverse());
        if (all.includes(here)) expect([down.at(-1), up.at(-1)]).toEqual([here, here]);
      }),
    );
  });
});

describe('ranges of a match', () => {
  test('cover whole cells, the right half of wide ones too', () => {
    expect(rangesIn(['日', '', '本', '', 'a'], '本')).toEqual([{ from: 2, to: 4 }]);
    expect(rangesIn([...'aXaxa'], 'ax')).toEqual([
      { from: 0, to: 2 },
      { from: 2, to: 4 },
    ]);
    expect(rangesIn([...'abc'], '')).toEqual([]);
  });
});

describe('a highlighted row', () => {
  const marks = (output: string, query: string, cols: number): string[] => {
    const part = command({ output, meta: { cols: 80 } });
    return Array.from({ length: text.size(part, cols) }, (_, index) => {
      const placed = text.row(part, cols, index);
      if (placed === undefined) return 'MISSING';
      return highlighted(placed, query, false)
        .styles.map((id) => (styleOf(id).inverse ? '^' : '.'))
        .join('');
    });
  };

  test('is inverse where the text matches, across rows of one line', () => {
    expect(marks('abc hit def\r\n', 'hit', 12)).toEqual(['....^^^.....']);
    expect(marks('abcdefghit!\r\n', 'hit', 8)).toEqual(['.......^', '^^......']);
    expect(marks('日本語\r\n', '語', 5)).toEqual(['.....', '^^...']);
  });

  test('turns inverse text back, and keeps the colours', () => {
    const part = command({ output: '\x1b[7;31mhit\x1b[0m\r\n', meta: { cols: 80 } });
    const placed = text.row(part, 10, 0);
    if (placed === undefined) throw new Error('no row');
    const red = internStyle({ fg: { kind: 'palette', index: 1 } });
    expect(highlighted(placed, 'hit', false).styles.slice(0, 4)).toEqual([red, red, red, 0]);
    expect(highlighted(placed, 'miss', false)).toBe(placed.row);
  });
});
