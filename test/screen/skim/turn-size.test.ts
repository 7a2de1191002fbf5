import { expect, it } from 'vitest';
import { TurnSize } from '../../../src/screen/skim/turn-size.ts';

/** Works off text of which a unit costs so many milliseconds. */
function turns(msOf: (turn: number) => number, count: number, available = Number.POSITIVE_INFINITY) {
  let now = 0;
  const turn = new TurnSize(1024, 65_536, () => now);
  const took = Array.from({ length: count }, (_, at) => {
    const from = now;
    turn.run((size) => {
      const done = Math.min(size, available);
      now += done * msOf(at);
      return done;
    });
    return now - from;
  });
  return { took, size: turn.size };
}

it('does all that it may while that is quick', () => {
  expect(turns(() => 0.00001, 5).size).toBe(65_536);
});

it('is short from the second turn on when the text is costly', () => {
  const { took, size } = turns(() => 0.002, 6);
  expect(took[0]).toBeGreaterThan(100);
  expect(Math.max(...took.slice(1))).toBeLessThanOrEqual(6);
  expect(size).toBeLessThan(4096);
});

it('never does less than its least', () => {
  expect(turns(() => 1, 6).size).toBe(1024);
});

it('grows again when the text is cheap again', () => {
  expect(turns((at) => (at < 3 ? 0.01 : 0.00001), 12).size).toBe(65_536);
});

it('stays as it is when little took long, since that was no work of its own', () => {
  expect(turns(() => 1, 3, 20).size).toBe(65_536);
});
