import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../../src/client/blocks/block.ts';
import { choose, type Fold } from '../../../../src/client/blocks/folds.ts';
import {
  type BlocksView,
  clearedAt,
  emptyBlocksView,
  isFollowing,
} from '../../../../src/tui/blocks/block/block-view.ts';
import type { BodyInput, OutputRows } from '../../../../src/tui/blocks/block/body-line.ts';
import { bodyList } from '../../../../src/tui/blocks/list/block-list.ts';
import { planBody } from '../../../../src/tui/blocks/list/plan.ts';
import {
  pageBy,
  reveal,
  revealMatch,
  scrollBy,
  toBottom,
  toTop,
} from '../../../../src/tui/blocks/list/scroll.ts';
import { OutputCache } from '../../../../src/tui/blocks/output/output-cache.ts';
import { bodyOf, command, commands, ME, numbered, stateOf } from '../sample.ts';
import { show } from '../show.ts';

const shown = (input: BodyInput): string[] => planBody(input).lines.map(show);
const scrolled = (input: BodyInput, lines: number): BodyInput => ({
  ...input,
  view: scrollBy(input.view, lines, input),
});
const openAll = (input: BodyInput, fold: Fold = 'open'): BodyInput => ({
  ...input,
  view: { ...input.view, folds: { ...input.view.folds, all: { fold, upTo: Number.MAX_SAFE_INTEGER } } },
});

/** Every line there is, top to bottom. */
function allLines(input: BodyInput): string[] {
  const list = bodyList(input);
  return Array.from({ length: list.count }, (_, item) =>
    Array.from({ length: list.size(item) }, (_, line) => show(list.line(item, line))),
  ).flat();
}

describe('the body', () => {
  test('starts at the top while everything fits', () => {
    expect(shown(bodyOf(['a\r\n', ''], { height: 7 }))).toEqual([
      '[c0 open]',
      'a',
      '[c1 open empty]',
      'live 0',
      'live 1',
      '',
      '',
    ]);
  });

  test('follows what is printed when it does not', () => {
    expect(shown(bodyOf([numbered(3)], { height: 4 }))).toEqual(['line 1', 'line 2', 'live 0', 'live 1']);
  });

  test('shows the last lines of folded blocks and how many there are', () => {
    const input = bodyOf([numbered(212), ...Array.from({ length: 5 }, () => '')], {
      view: emptyBlocksView(3),
      height: 15,
      live: { rows: 0 },
    });
    expect(shown(input)).toEqual([
      '[c0 tail]',
      '(… 204 lines above, o opens)',
      ...Array.from({ length: 8 }, (_, index) => `line ${204 + index}`),
      ...Array.from({ length: 2 }, (_, index) => `[c${index + 1} tail empty]`),
      ...Array.from({ length: 3 }, (_, index) => `[c${index + 3} open empty]`),
    ]);
  });

  test('folds nothing unless the setting says so', () => {
    const input = bodyOf([numbered(212), ...Array.from({ length: 50 }, () => numbered(10))]);
    expect(allLines(input).filter((line) => line.startsWith('('))).toEqual([]);
    expect(allLines(input)).toHaveLength(213 + 50 * 11 + 2);
  });

  test('shows as many lines of a folded block as the setting says', () => {
    const input = bodyOf([numbered(212), ''], {
      view: { ...emptyBlocksView(1) },
      height: 9,
      live: { rows: 0 },
    });
    expect(shown({ ...input, tailLines: 3 })).toEqual([
      '[c0 tail]',
      '(… 209 lines above, o opens)',
      'line 209',
      'line 210',
      'line 211',
      '[c1 open empty]',
      '',
      '',
      '',
    ]);
  });

  test('shows head, gap and tail of a shortened output, and its lines by their numbers', () => {
    const meta = {
      counts: { lines: 1000, bytes: 1, chars: 1 },
      omitted: { at: 12, chars: 5000, lines: 996 },
    };
    const part = command({ output: 'one\r\ntwo\r\n\r\nend 1\r\nend 2\r\n', meta });
    const input = bodyOf([], { blocks: blocksOf(stateOf([part]), ME), live: { rows: 0 }, height: 8 });
    expect(allLines(input)).toEqual([
      '[c1 open]',
      'one',
      'two',
      '(… 996 lines …  o opens all)',
      'end 1',
      'end 2',
    ]);
    const lines = planBody(input).lines.flatMap((line) =>
      line.kind === 'output' ? [[line.index, line.line]] : [],
    );
    expect(lines).toEqual([
      [0, 0],
      [1, 1],
      [3, 999],
      [4, 1000],
    ]);
    expect(allLines(openAll(input, 'tail')).slice(0, 3)).toEqual([
      '[c1 tail]',
      '(… 999 lines above, o opens)',
      'end 1',
    ]);
  });

  test('shows the further lines of a command only when open', () => {
    const part = command({ commandLine: 'for x in 1; do\n\techo \x1b[2J$x\ndone', output: 'x\r\n' });
    const input = bodyOf([], { blocks: blocksOf(stateOf([part]), ME), live: { rows: 0 } });
    expect(allLines(input)).toEqual(['[c1 open]', '>  echo ^[[2J$x', '> done', 'x']);
    expect(allLines(openAll(input, 'tail'))).toEqual(['[c1 tail]', 'x']);
    expect(allLines(openAll(input, 'closed'))).toEqual(['[c1 closed]']);
  });

  test('leaves one tidy line of a full-screen program', () => {
    const input = bodyOf(['\x1b[?1049h\x1b[5;5Hdrawn\x1b[?1049l'], { live: { rows: 0 } });
    expect(allLines(input)).toEqual(['[c0 open]', '(full-screen program)']);
  });

  test('says how much is missing before an output', () => {
    const part = command({ output: 'x\r\n', meta: { omitted: { at: 0, chars: 7, lines: 1 } } });
    const input = bodyOf([], { blocks: blocksOf(stateOf([part]), ME), live: { rows: 0 } });
    expect(allLines(input)).toEqual(['[c1 open]', '(… 1 line …  o opens all)', 'x']);
  });

  test('has the header and the lines of the running command above its rows, as it has when the command has ended', () => {
    const lines = (isComplete: boolean) => {
      const part = command({ commandLine: 'for x in 1\ndo echo x\ndone', isComplete, output: 'x\r\ny\r\n' });
      return shown(
        bodyOf([], { blocks: blocksOf(stateOf([part]), ME), height: 6, live: { rows: isComplete ? 1 : 3 } }),
      );
    };
    expect(lines(false)).toEqual(['[c1 open empty]', '> do echo x', '> done', 'live 0', 'live 1', 'live 2']);
    expect(lines(true)).toEqual(['[c1 open]', '> do echo x', '> done', 'x', 'y', 'live 0']);
  });

  test('keeps the header of the running command in sight', () => {
    const blocks = blocksOf(stateOf([command({ isComplete: false })]), ME);
    const plan = planBody(bodyOf([], { blocks, height: 5, live: { rows: 40 } }));
    expect(plan.sticky).toMatchObject({ kind: 'header', block: { id: 'c1' } });
    expect(plan.lines.map(show).at(-1)).toBe('live 39');
  });

  test('does not move down when rows below the prompt are gone, but leaves at most half of it blank', () => {
    const input = bodyOf([numbered(30)], { height: 10, live: { rows: 4 } });
    const { floor } = planBody(input);
    const after = { ...input, live: { rows: 1 }, floor };
    expect(shown(after)).toEqual([...shown(input).slice(0, 7), '', '', '']);
    expect(shown({ ...input, live: { rows: 1 } })[0]).toBe('line 21');
    const list = { ...bodyOf([numbered(3)], { height: 10, live: { rows: 12 } }) };
    const gone = { ...list, live: { rows: 1 }, floor: planBody(list).floor };
    expect(shown(gone)[0]).toBe('[c0 open]');
    // Folding a block is meant to move what is below it.
    const view = { ...input.view, folds: choose(input.view.folds, 'c0', 'closed') };
    expect(shown({ ...after, view })[0]).toBe('[c0 closed]');
  });

  test('belongs to a full-screen program alone, until somebody scrolls', () => {
    const input = bodyOf(['a\r\n'], { height: 4, live: { rows: 4, screen: { top: 0, rows: 4 } } });
    expect(shown(input)).toEqual(['live 0', 'live 1', 'live 2', 'live 3']);
    expect(shown(scrolled(input, -1))).toEqual(['a', 'live 0', 'live 1', 'live 2']);
  });

  test('is the screen as it is, with finished output that is still on it and blank rows at its end', () => {
    const live = { rows: 3, screen: { top: -2, rows: 5 }, cursor: 0 };
    const input = bodyOf(['a\r\n'], { height: 6, live });
    expect(shown(input)).toEqual(['live -2', 'live -1', 'live 0', 'live 1', 'live 2', '']);
  });

  test('scrolls from the screen line by line to what has scrolled off, and to the blocks', () => {
    const live = { rows: 6, screen: { top: 2, rows: 4 }, cursor: 2 };
    const input = bodyOf(['a\r\n'], { height: 4, live });
    expect(shown(input)[0]).toBe('live 2');
    expect(shown(scrolled(input, -1))[0]).toBe('live 1');
    expect(shown(scrolled(input, -3))[0]).toBe('a');
    expect(shown(scrolled(input, -4))[0]).toBe('[c0 open]');
    expect(planBody(scrolled(scrolled(input, -3), 3)).screen).toBe(true);
  });

  test('shows the part of a taller full screen that has the cursor', () => {
    const live = (cursor: number) => ({ rows: 9, screen: { top: 0, rows: 9 }, cursor });
    const first = (cursor: number) => shown(bodyOf([], { height: 3, live: live(cursor) }))[0];
    expect([0, 2, 3, 8].map(first)).toEqual(['live 0', 'live 0', 'live 1', 'live 6']);
    expect(shown(bodyOf([], { height: 3, live: { rows: 2, screen: { top: 0, rows: 2 } } }))).toEqual([
      'live 0',
      'live 1',
      '',
    ]);
  });

  test('names the block whose output fills the top, but not over its last line', () => {
    const sticky = (height: number, lines: number) =>
      planBody(scrolled(bodyOf([numbered(20)], { height }), lines)).sticky?.block.id;
    expect(sticky(3, 0)).toBeUndefined();
    expect(sticky(3, -1)).toBe('c0');
    expect(sticky(3, -18)).toBe('c0');
    expect(sticky(3, -19)).toBe('c0');
    expect(sticky(3, -20)).toBeUndefined();
  });

  test('says what is below and whether it follows', () => {
    const input = bodyOf([numbered(30)], { height: 5 });
    const bottom = planBody(input);
    expect([bottom.following, bottom.atBottom, bottom.below]).toEqual([
      true,
      true,
      { lines: 0, more: false },
    ]);
    const up = planBody(scrolled(input, -7));
    expect([up.following, up.atBottom, up.below]).toEqual([false, false, { lines: 7, more: false }]);
  });

  test('counts lines that are left out until somebody scrolls there, and those of outputs that are not laid out', () => {
    const counts = { lines: 1000, bytes: 1, chars: 1 };
    const omitted = { at: 12, chars: 5000, lines: 996 };
    const long = command({ output: 'one\r\ntwo\r\n\r\nend 1\r\nend 2\r\n', meta: { counts, omitted } });
    const far = Array.from({ length: 300 }, (_, index) =>
      command({
        commandId: `f${index}`,
        timestamp: 2_000 + index,
        output: 'x\r\n',
        meta: { counts: { ...counts, lines: 1 } },
      }),
    );
    const input = bodyOf([], { blocks: blocksOf(stateOf([long, ...far]), ME), height: 3, live: { rows: 1 } });
    const { below } = planBody({ ...input, view: toTop(input.view, input) });
    // Of the first: 998 lines; each of the others has a header and a line, as far as they are counted.
    expect(below).toEqual({ lines: 998 + 2 * 199 + 102, more: true });
  });

  test('does not measure what is far below to say so', () => {
    const measured: string[] = [];
    const cache = new OutputCache();
    const output: OutputRows = {
      size: (part, cols) => {
        measured.push(part.commandId);
        return cache.size(part, cols);
      },
      row: (part, cols, index) => cache.row(part, cols, index),
      rowOfLine: (part, cols, line) => cache.rowOfLine(part, cols, line),
      pieces: (part) => cache.pieces(part),
      end: (part, lines) => cache.end(part, lines),
      lastRows: (part, count, cols) => cache.lastRows(part, count, cols),
      fullScreen: (part) => cache.fullScreen(part),
      missing: (part) => cache.missing(part),
    };
    const input = openAll(
      bodyOf(
        Array.from({ length: 10_000 }, () => 'x\r\ny\r\n'),
        { height: 20, output },
      ),
    );
    const top = { ...input, view: toTop(input.view, input) };
    const { below } = planBody(top);
    expect(below.more).toBe(true);
    expect(below.lines).toBeGreaterThanOrEqual(9_990);
    expect(new Set(measured).size).toBeLessThan(40);
  });
});

describe('a view that was scrolled back', () => {
  test('stands still while blocks and live rows are added', () => {
    const outputs = Array.from({ length: 12 }, (_, index) => numbered(4 + index, `out ${index}`));
    const input = scrolled(bodyOf(outputs, { height: 8 }), -30);
    const more = blocksOf(stateOf(commands([...outputs, 'new\r\n', numbered(40), numbered(4_000)])), ME);
    const later = { ...input, blocks: more, live: { rows: 300 } };
    expect(shown(later)).toEqual(shown(input));
    expect(planBody(later).following).toBe(false);
    expect(planBody(later).below.lines).toBeGreaterThan(300);
  });

  test('stays on output that was live and became a block', () => {
    const live = { rows: 60 };
    const parts = commands(['a\r\n', numbered(59)]);
    const running = parts.map((part, index) => ({ ...part, isComplete: index < 1 }));
    const input = scrolled(bodyOf([], { blocks: blocksOf(stateOf(running), ME), height: 5, live }), -20);
    const [first] = planBody(input).lines;
    expect(first).toEqual({ kind: 'live', index: 35 });
    const blocks = blocksOf(stateOf(parts), ME);
    expect(shown({ ...input, blocks, live: { rows: 1 } })[0]).toBe('line 35');
  });

  test('goes on with the next block when its own is trimmed away', () => {
    const outputs = Array.from({ length: 6 }, (_, index) => numbered(3, `out ${index}`));
    const parts = commands(outputs);
    const input = bodyOf(outputs, { height: 4 });
    const top = { ...input, view: toTop(input.view, input) };
    const trimmed = { ...top, blocks: blocksOf(stateOf(parts.slice(2)), ME) };
    expect(shown(trimmed)[0]).toBe('[c2 open]');
    expect(shown({ ...top, blocks: [] })).toEqual(['live 0', 'live 1', '', '']);
  });

  test('never leaves lines unused below', () => {
    const input = scrolled(openAll(bodyOf([numbered(50)], { height: 10 })), -2);
    const folded = { ...input, view: { ...input.view, folds: choose(input.view.folds, 'c0', 'closed') } };
    expect(shown({ ...folded, height: 4 })).toEqual(['[c0 closed]', 'live 0', 'live 1', '']);
  });

  test('follows again only when the end is reached or asked for', () => {
    const input = scrolled(bodyOf([numbered(50)], { height: 10 }), -12);
    expect(isFollowing(scrolled(input, 11).view)).toBe(false);
    expect(isFollowing(scrolled(input, 12).view)).toBe(true);
    expect(isFollowing(toBottom(input.view))).toBe(true);
    expect(isFollowing(pageBy(pageBy(input.view, 1, input), 1, input))).toBe(true);
  });

  test('cannot be scrolled back where everything fits', () => {
    const input = bodyOf(['a\r\n'], { height: 10 });
    expect(isFollowing(scrolled(input, -5).view)).toBe(true);
    expect(isFollowing(toTop(input.view, input))).toBe(true);
  });
});

describe('a cleared screen', () => {
  const input = bodyOf([numbered(30), numbered(3, 'new')], {
    height: 9,
    live: { rows: 1 },
  });
  const cleared = (at: number): BodyInput => ({ ...input, view: clearedAt(scrolled(input, -3).view, at) });

  test('shows only what began since, at the top', () => {
    expect(shown(cleared(1_500))).toEqual(['[c1 open]', 'new 0', 'new 1', 'new 2', 'live 0', '', '', '', '']);
    expect(shown(cleared(9_000)).slice(0, 2)).toEqual(['live 0', '']);
    expect(planBody(cleared(1_500)).below.lines).toBe(0);
  });

  test('keeps the rest one scroll up', () => {
    const up = scrolled(cleared(1_500), -2);
    expect(shown(up).slice(0, 3)).toEqual(['line 28', 'line 29', '[c1 open]']);
    expect(isFollowing(up.view)).toBe(false);
    expect(isFollowing(scrolled(up, 2).view)).toBe(true);
  });

  test('fills again with what comes after', () => {
    const blocks = blocksOf(stateOf(commands([numbered(30), numbered(3, 'new'), numbered(20, 'later')])), ME);
    expect(shown({ ...cleared(1_500), blocks }).at(-2)).toBe('later 19');
  });
});

describe('revealing', () => {
  const input = openAll(
    bodyOf(
      Array.from({ length: 9 }, (_, index) => numbered(index === 4 ? 30 : 3, `out ${index}`)),
      { height: 10 },
    ),
  );

  test('leaves the view alone when the block is in sight', () => {
    expect(reveal(input.view, 'c8', input)).toBe(input.view);
    expect(reveal(input.view, 'nowhere', input)).toBe(input.view);
  });

  test('puts the header of a block above on top', () => {
    expect(shown({ ...input, view: reveal(input.view, 'c1', input) })[0]).toBe('[c1 open]');
  });

  test('moves down only as far as needed, but never past the header', () => {
    const top = toTop(input.view, input);
    expect(shown({ ...input, view: reveal(top, 'c2', input) }).at(-1)).toBe('out 2 2');
    expect(shown({ ...input, view: reveal(top, 'c4', input) })[0]).toBe('[c4 open]');
  });

  test('brings the found line into sight, clear of the sticky header', () => {
    const view = revealMatch(input.view, { block: 'c4', line: 17 }, input);
    expect(shown({ ...input, view }).indexOf('out 4 17')).toBe(1);
    expect(shown({ ...input, view: revealMatch(input.view, { block: 'c3', line: -1 }, input) })[0]).toBe(
      '[c3 open]',
    );
  });

  test('shows a block although a full-screen program is up', () => {
    const busy = { ...input, live: { rows: 10, screen: { top: 0, rows: 10 } } };
    expect(shown({ ...busy, view: reveal(busy.view, 'c8', busy) })[0]).toBe('[c8 open]');
  });
});

const bodies = fc
  .record({
    sizes: fc.array(fc.nat({ max: 30 }), { maxLength: 14 }),
    long: fc.nat({ max: 60 }),
    folds: fc.array(fc.constantFrom<Fold>('closed', 'tail', 'open'), { maxLength: 14 }),
    openLast: fc.nat({ max: 6 }),
    live: fc.nat({ max: 30 }),
    height: fc.integer({ min: 1, max: 24 }),
    cols: fc.integer({ min: 5, max: 60 }),
  })
  .map(({ sizes, long, folds, openLast, live, height, cols }) => {
    const outputs = sizes.map((size, block) => numbered(size, `${block} ${'x'.repeat(long)}`));
    let view: BlocksView = emptyBlocksView(openLast);
    folds.forEach((fold, index) => {
      view = { ...view, folds: choose(view.folds, `c${index}`, fold) };
    });
    return bodyOf(outputs, { view, height, cols, live: { rows: live } });
  });

describe('any body', () => {
  test('is exactly as high as the window', () => {
    fc.assert(
      fc.property(bodies, fc.array(fc.integer({ min: -40, max: 40 }), { maxLength: 6 }), (body, moves) => {
        let input = body;
        expect(planBody(input).lines).toHaveLength(body.height);
        for (const lines of moves) {
          input = scrolled(input, lines);
          expect(planBody(input).lines).toHaveLength(body.height);
        }
      }),
    );
  });

  test('shows each line once and in order over all scroll positions, and counts what is below', () => {
    fc.assert(
      fc.property(bodies, (body) => {
        let input: BodyInput = { ...body, view: toTop(body.view, body) };
        const all = allLines(input);
        const positions = Math.max(1, all.length - body.height + 1);
        for (let top = 0; top < positions; top++) {
          const plan = planBody(input);
          const expected = all.slice(top, top + body.height);
          while (expected.length < body.height) expected.push('');
          expect(plan.lines.map(show)).toEqual(expected);
          expect(plan.below.lines <= positions - 1 - top).toBe(true);
          expect(plan.below.more || plan.below.lines === positions - 1 - top).toBe(true);
          expect(plan.following).toBe(top === positions - 1);
          input = scrolled(input, 1);
        }
        expect(isFollowing(input.view)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test('is the same after scrolling down and up again, away from the ends', () => {
    fc.assert(
      fc.property(bodies, fc.integer({ min: 2, max: 60 }), fc.nat({ max: 50 }), (body, up, down) => {
        const input = scrolled(body, -up);
        const there = scrolled(input, Math.min(down, planBody(input).below.lines - 1));
        fc.pre(!isFollowing(input.view) && !isFollowing(there.view) && down > 0);
        const moved = Math.min(down, planBody(input).below.lines - 1);
        expect(scrolled(there, -moved).view).toEqual(input.view);
      }),
    );
  });

  test('is planned the same whether or not everything was measured before', () => {
    fc.assert(
      fc.property(bodies, fc.integer({ min: -60, max: 0 }), (body, lines) => {
        const lazy = shown(scrolled(body, lines));
        const measured: BodyInput = { ...body, output: new OutputCache() };
        allLines(measured);
        allLines({ ...measured, cols: 77 });
        expect(shown(scrolled(measured, lines))).toEqual(lazy);
      }),
      { numRuns: 60 },
    );
  });
});
