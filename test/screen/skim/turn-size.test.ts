import { describe, expect, it } from 'vitest';
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

describe('the size of the next turn', () => {
  /** After turns of so many units, each in so many milliseconds. */
  const sizeAfter = (...turns: readonly (readonly [done: number, ms: number])[]) => {
    let now = 0;
    const turn = new TurnSize(100, 1000, () => now);
    for (const [done, ms] of turns) {
      turn.run(() => {
        now += ms;
        return done;
      });
    }
    return turn.size;
  };
  /** Makes the size 250. */
  const slow = [1000, 24] as const;

  it('is what six milliseconds are enough for, and whole', () => {
    expect(sizeAfter([1000, 6])).toBe(1000);
    expect(sizeAfter([1000, 7])).toBe(857);
    expect(sizeAfter(slow)).toBe(250);
    expect(sizeAfter([1000, 1000])).toBe(100);
  });

  it('is smaller only where half of what was allowed was done', () => {
    expect(sizeAfter([499, 24])).toBe(1000);
    expect(sizeAfter([500, 24])).toBe(250);
  });

  it('is twice as much where all of it took less than three milliseconds, up to the most', () => {
    expect(sizeAfter(slow, [250, 2.9])).toBe(500);
    expect(sizeAfter(slow, [250, 3])).toBe(250);
    expect(sizeAfter(slow, [249, 1])).toBe(250);
    expect(sizeAfter(slow, [250, 1], [500, 1], [1000, 1])).toBe(1000);
  });

  it('follows the time of the machine where no clock is given', () => {
    const turn = new TurnSize(100, 1000);
    turn.run(() => {
      const from = performance.now();
      while (performance.now() - from < 7);
      return 1000;
    });
    expect(turn.size).toBeLessThan(1000);
  });
});
