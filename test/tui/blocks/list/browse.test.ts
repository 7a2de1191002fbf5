import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../../src/client/blocks/block.ts';
import { shownBlocks, withFailedToggled } from '../../../../src/client/blocks/block-filter.ts';
import type { CommandFilter } from '../../../../src/protocol/cotty/filter/command-filter.ts';
import { isFollowing } from '../../../../src/tui/blocks/block/block-view.ts';
import type { BodyInput } from '../../../../src/tui/blocks/block/body-line.ts';
import {
  enterBrowse,
  foldAll,
  foldNow,
  goToMatch,
  leaveBrowse,
  openAll,
  select,
  selectedBlock,
  toggleFold,
  toggleOnlyFailed,
  type Walk,
  walk,
} from '../../../../src/tui/blocks/list/browse.ts';
import { planBody } from '../../../../src/tui/blocks/list/plan.ts';
import { search } from '../../../../src/tui/blocks/list/search.ts';
import { bodyOf, command, ME, numbered, stateOf } from '../sample.ts';
import { show } from '../show.ts';

/** c0 … c5, of which c1 and c4 failed. */
function body(): BodyInput {
  const parts = Array.from({ length: 6 }, (_, index) =>
    command({
      commandId: `c${index}`,
      output: numbered(4, `out ${index}`),
      timestamp: 1_000 * (index + 1),
      exitCode: index === 1 || index === 4 ? 1 : 0,
    }),
  );
  return bodyOf([], { blocks: blocksOf(stateOf(parts), ME), height: 8 });
}

const withView = (input: BodyInput, view: BodyInput['view']): BodyInput => ({ ...input, view });
const walked = (input: BodyInput, ...steps: Walk[]): BodyInput =>
  steps.reduce((at, step) => withView(at, walk(at.view, step, at)), input);
const selected = (input: BodyInput) => input.view.selected;

describe('walking the blocks', () => {
  const start: BodyInput = (() => {
    const input = body();
    return { ...input, view: enterBrowse(input.view, input) };
  })();

  test('starts at the newest and keeps a selection that is there', () => {
    expect(selected(start)).toBe('c5');
    const other = select(start.view, 'c2', start);
    expect(enterBrowse(other, start)).toBe(other);
    expect(enterBrowse(bodyOf([]).view, bodyOf([])).selected).toBeUndefined();
  });

  test.each<[Walk[], string]>([
    [['previous'], 'c4'],
    [['previous', 'previous', 'next'], 'c4'],
    [['previousFailed'], 'c4'],
    [['previousFailed', 'previousFailed'], 'c1'],
    [['previousFailed', 'previousFailed', 'previousFailed'], 'c1'],
    [['first', 'nextFailed'], 'c1'],
    [['first', 'nextFailed', 'nextFailed', 'nextFailed'], 'c4'],
    [['first', 'previous'], 'c0'],
    [['first', 'last'], 'c5'],
  ])('by %j comes to %s and shows it', (steps, id) => {
    const there = walked(start, ...steps);
    expect(selected(there)).toBe(id);
    expect(planBody(there).selectedVisible).toBe(true);
  });

  test('past the newest goes down to the live part', () => {
    const up = walked(start, 'first');
    expect(isFollowing(up.view)).toBe(false);
    const down = walked(up, ...Array.from({ length: 6 }, (): Walk => 'next'));
    expect(selected(down)).toBe('c5');
    expect(isFollowing(down.view)).toBe(true);
  });

  test('does nothing where there are no blocks', () => {
    const empty = bodyOf([]);
    expect(selected(walked(empty, 'previous', 'nextFailed', 'first', 'last'))).toBeUndefined();
  });

  test('ends without a trace in selection, filter and search', () => {
    const view = leaveBrowse({
      ...start.view,
      filter: withFailedToggled(undefined),
      search: { query: 'x', current: undefined },
    });
    expect([view.selected, view.filter, view.search]).toEqual([undefined, undefined, undefined]);
  });
});

describe('only failed', () => {
  test('shows the failed blocks and moves the selection to the nearest one before', () => {
    const input = body();
    const view = toggleOnlyFailed(select(input.view, 'c3', input), input);
    expect(view.selected).toBe('c1');
    const headers = planBody({ ...input, height: 40, view }).lines.filter(({ kind }) => kind === 'header');
    expect(headers.map(show)).toEqual(['[c1 open selected]', '[c4 open]']);
    expect(toggleOnlyFailed(view, input).filter).toBeUndefined();
  });

  test('selects nothing when nothing failed', () => {
    const input = bodyOf(['a\r\n']);
    expect(toggleOnlyFailed(select(input.view, 'c0', input), input).selected).toBeUndefined();
  });
});

describe('folding', () => {
  test('toggles the one and keeps its header in sight', () => {
    const input = walked(body(), 'first');
    const closed = { ...input, view: toggleFold(input.view, 'c0', input) };
    expect(foldNow(closed.view, 'c0', closed)).toBe('closed');
    expect(planBody(closed).selectedVisible).toBe(true);
    const open = { ...closed, view: toggleFold(closed.view, 'c0', closed) };
    expect(foldNow(open.view, 'c0', open)).toBe('open');
    expect(toggleFold(input.view, 'nowhere', input)).toBe(input.view);
  });

  test('closes all but the last, and opens all', () => {
    const input = body();
    const folds = (view: BodyInput['view']) => input.blocks.map(({ id }) => foldNow(view, id, input));
    expect(folds(foldAll(input.view, input))).toEqual([
      'closed',
      'closed',
      'closed',
      'closed',
      'closed',
      'open',
    ]);
    expect(new Set(folds(openAll(input.view, input)))).toEqual(new Set(['open']));
  });
});

describe('standing on a match', () => {
  test('opens its block and shows the line, marked', () => {
    const input = body();
    const view = goToMatch(
      foldAll(input.view, input),
      { query: 'out 2 3', current: undefined },
      { block: 'c2', line: 3 },
      input,
    );
    expect(view.selected).toBe('c2');
    const found = planBody({ ...input, view }).lines.find((line) => show(line) === 'out 2 3');
    expect(found?.kind === 'output' && found.row.styles.slice(0, 8).map((id) => id !== 0)).toEqual([
      ...Array.from({ length: 7 }, () => true),
      false,
    ]);
  });

  test('in the command line leaves the block as it is', () => {
    const input = body();
    const view = goToMatch(
      foldAll(input.view, input),
      { query: 'true', current: undefined },
      { block: 'c2', line: -1 },
      input,
    );
    expect(foldNow(view, 'c2', input)).toBe('closed');
    expect(planBody({ ...input, view }).selectedVisible).toBe(true);
    expect(selectedBlock(view, input.blocks)?.id).toBe('c2');
  });
});

test('goes from bookmark to bookmark, and searches and filters by notes', () => {
  const parts = [0, 1, 2, 3].map((index) =>
    command({
      commandId: `c${index}`,
      timestamp: 1_000 * (index + 1),
      meta:
        index % 2 === 0 ? { bookmarked: true } : { note: { text: `note ${index}`, at: 1, by: 'agent:bob' } },
    }),
  );
  const at = bodyOf([], { blocks: blocksOf(stateOf(parts), ME), height: 20 });
  const input = { ...at, view: enterBrowse(at.view, at) };
  expect(selected(walked(input, 'previousMarked'))).toBe('c2');
  expect(selected(walked(input, 'previousMarked', 'previousMarked', 'previousMarked'))).toBe('c0');
  expect(selected(walked(input, 'first', 'nextMarked'))).toBe('c2');
  const shown = (filter: CommandFilter, text = '') =>
    shownBlocks(input.blocks, { words: '', text, filter }).map(({ id }) => id);
  expect(shown({ noted: true })).toEqual(['c1', 'c3']);
  expect(shown({ bookmarked: true })).toEqual(['c0', 'c2']);
  expect(shown({}, 'note 3')).toEqual(['c3']);
  expect(planBody(input).lines.map(show)).toContain('(note 1)');
  const found = search({
    blocks: input.blocks,
    query: 'note 3',
    text: { lines: () => [], held: () => ({ pieces: [], total: undefined }) },
    direction: 'up',
  });
  expect([...found].filter((match) => match !== undefined)).toEqual([{ block: 'c3', line: -1 }]);
});
