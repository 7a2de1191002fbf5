import fc from 'fast-check';
import { expect, test } from 'vitest';
import { blocksOf } from '../../../../src/client/blocks/block.ts';
import type { BodyInput } from '../../../../src/tui/blocks/block/body-line.ts';
import { planBody } from '../../../../src/tui/blocks/list/plan.ts';
import { scrollBy, toTop } from '../../../../src/tui/blocks/list/scroll.ts';
import { bodyOf, command, ME, stateOf } from '../sample.ts';
import { show } from '../show.ts';

const LINES = 300;
const lines = Array.from({ length: LINES }, (_, line) => `line ${line}\r\n`);
const counts = { lines: LINES, bytes: 1, chars: 1 };

/** The body of a command that has printed these lines; of the shortened one `count` lines from `from` on are left out. */
function body(height: number, from = 0, count = 0): BodyInput {
  const output = [...lines.slice(0, from), ...lines.slice(from + count)].join('');
  const chars = lines.slice(from, from + count).join('').length;
  const omitted = { at: lines.slice(0, from).join('').length, chars, lines: count };
  const part = command({ output, meta: { counts, ...(count === 0 ? {} : { omitted }) } });
  return bodyOf([], { blocks: blocksOf(stateOf([part]), ME), live: { rows: 2 }, height });
}

test('scrolling up where lines are left out comes to the same lines as in the whole output, once they are there', () => {
  const pages = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 });
  const gap = fc.record({
    height: fc.integer({ min: 5, max: 30 }),
    from: fc.integer({ min: 0, max: LINES - 2 }),
    tail: fc.integer({ min: 0, max: 40 }),
    pages,
  });
  fc.assert(
    fc.property(gap, ({ height, from, tail, pages: ups }) => {
      const count = LINES - from - tail;
      const scrolled = ups.reduce((sum, up) => sum + up, 0);
      // The view stays below the upper edge of what is left out.
      fc.pre(count > 1 && from < LINES - scrolled - height - 5);
      const shortened = body(height, from, count);
      const whole = body(height);
      const up = (input: BodyInput) => ups.reduce((view, by) => scrollBy(view, -by, input), input.view);
      const shown = planBody({ ...whole, view: up(shortened) }).lines.map(show);
      expect(shown).toEqual(planBody({ ...whole, view: up(whole) }).lines.map(show));
    }),
  );
});

test('scrolling down where lines are left out comes to the same lines as in the whole output, once they are there', () => {
  const gap = fc.record({
    height: fc.integer({ min: 5, max: 30 }),
    from: fc.integer({ min: 1, max: 60 }),
    count: fc.integer({ min: 2, max: 120 }),
    pages: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 4 }),
  });
  fc.assert(
    fc.property(gap, ({ height, from, count, pages }) => {
      const shortened = body(height, from, count);
      const whole = body(height);
      const down = (input: BodyInput) =>
        pages.reduce((view, by) => scrollBy(view, by, input), toTop(input.view, input));
      // The note is one line: the whole output must not be shorter than what is scrolled.
      fc.pre(pages.reduce((sum, by) => sum + by, 0) + height < LINES - count);
      const shown = planBody({ ...whole, view: down(shortened) }).lines.map(show);
      expect(shown).toEqual(planBody({ ...whole, view: down(whole) }).lines.map(show));
    }),
  );
});
