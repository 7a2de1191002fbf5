import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { blocksOf } from '../../../../src/client/blocks/block.ts';
import { annotatedPart } from '../../../../src/protocol/terminal/annotated-part.ts';
import { emptyBlocksView } from '../../../../src/tui/blocks/block/block-view.ts';
import { overviewOf, shareAt } from '../../../../src/tui/blocks/list/overview.ts';
import { planBody } from '../../../../src/tui/blocks/list/plan.ts';
import { scrollBy, toShare, toTop } from '../../../../src/tui/blocks/list/scroll.ts';
import { effort } from '../../../support/effort.ts';
import { bodyOf, command, ME, numbered, stateOf } from '../sample.ts';

const ended = (lines: number, exitCode = 0, at = 1) =>
  command({
    commandId: `c${at}`,
    timestamp: at * 1000,
    output: numbered(lines),
    exitCode,
    meta: { counts: { lines, bytes: lines * 8, chars: lines * 8 } },
  });

const bodyWith = (sizes: readonly number[], failed: readonly number[] = []) =>
  bodyOf([], {
    blocks: blocksOf(stateOf(sizes.map((size, at) => ended(size, failed.includes(at) ? 1 : 0, at + 1))), ME),
    view: emptyBlocksView(1000),
    height: 10,
  });

describe('the overview of a body', () => {
  test('is there when not all of the body is in view', () => {
    const small = bodyWith([2]);
    expect(overviewOf(small, planBody(small))).toBeUndefined();
    const large = bodyWith([40]);
    expect(overviewOf(large, planBody(large))?.thumb.to).toBe(10);
  });

  test('marks the commands that failed at their share of the height', () => {
    const body = bodyWith([45, 1, 45], [1]);
    const marks = overviewOf(body, planBody(body))?.marks ?? new Map();
    expect([...marks.keys()]).toEqual([4]);
    expect(marks.get(4)).toEqual({ kind: 'failed', block: 'c2', line: -1 });
  });

  test('marks bookmarked commands, also where another has failed in the same row', () => {
    const parts = [ended(45), ended(1, 0, 2), ended(1, 1, 3), ended(45, 0, 4)].map((part, at) =>
      at === 1 ? annotatedPart(part, { bookmarked: true }) : part,
    );
    const body = bodyOf([], {
      blocks: blocksOf(stateOf(parts), ME),
      view: emptyBlocksView(1000),
      height: 10,
    });
    const { marks } = overviewOf(body, planBody(body)) ?? { marks: new Map() };
    expect([...marks]).toEqual([[4, { kind: 'bookmarked', block: 'c2', line: -1 }]]);
  });

  test('lays out no output but the one at the top, which is in view', () => {
    const body = bodyWith([500, 500, 500]);
    const view = scrollBy(body.view, -700, body);
    const plan = planBody({ ...body, view });
    const asked = new Set<unknown>();
    const output = new Proxy(body.output, {
      get: (of, name) => {
        const method: unknown = Reflect.get(of, name);
        if (typeof method !== 'function') return method;
        return (part: { readonly commandId: string }, ...rest: readonly unknown[]): unknown => {
          asked.add(part.commandId);
          return Reflect.apply(method, of, [part, ...rest]);
        };
      },
    });
    expect(overviewOf({ ...body, view, output }, plan)?.thumb.from).toBe(5);
    expect([...asked]).toEqual(['c2']);
  });

  test('has the thumb in the column, at its ends only when the view is, and lower the lower the view is', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 12 }),
        fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 12 }),
        (sizes, steps) => {
          const body = bodyWith(sizes);
          let view = toTop(body.view, body);
          let above = 0;
          for (const step of steps) {
            const overview = overviewOf({ ...body, view }, planBody({ ...body, view }));
            if (overview === undefined) return;
            const { from, to } = overview.thumb;
            expect(from).toBeGreaterThanOrEqual(above);
            expect(to).toBeGreaterThan(from);
            expect(to).toBeLessThanOrEqual(10);
            above = from;
            view = scrollBy(view, step, body);
          }
        },
      ),
      effort(100),
    );
  });

  test('leads from each row to a part of the body, from the first to its beginning, from the last to its end', () => {
    const body = bodyWith([100, 0, 300, 7]);
    const tops = Array.from({ length: 10 }, (_, row) => shareAt(body, row));
    expect(tops[0]).toEqual({ item: 0, above: 0 });
    expect(toShare(body.view, tops[9] ?? { item: 0, above: 0 }, body).anchor).toEqual({ kind: 'bottom' });
    const order = tops.map(({ item, above }) => item + above);
    expect([...order].sort((one, other) => one - other)).toEqual(order);
    // The thumb is where it was put.
    for (let row = 0; row < 10; row++) {
      const view = toShare(body.view, shareAt(body, row), body);
      const { from = -1, to = -1 } = overviewOf({ ...body, view }, planBody({ ...body, view }))?.thumb ?? {};
      expect(row).toBeGreaterThanOrEqual(from);
      expect(row).toBeLessThan(to + 1);
    }
  });
});
