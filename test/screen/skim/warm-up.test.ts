import { beforeEach, describe, expect, it } from 'vitest';
import { WarmUp } from '../../../src/screen/skim/warm-up.ts';
import { HandClock } from '../../support/hand-clock.ts';

/** Milliseconds of one step. */
const STEP = 1;

let clock: HandClock;
let begun: number;
let steps: number;
let ended: number;
/** Time that steps have taken; the clock of the test does not count it. */
let spent: number;

beforeEach(() => {
  clock = new HandClock();
  [begun, steps, ended, spent] = [0, 0, 0, 0];
});

/** A rehearsal of so many steps. */
function warmUp(most: number, isPossible = () => true): WarmUp {
  return new WarmUp({
    begin: () => {
      if (!isPossible()) return undefined;
      begun += 1;
      return {
        step: () => {
          steps += 1;
          spent += STEP;
          return steps < most;
        },
        end: () => {
          ended += 1;
        },
      };
    },
    after: (ms, run) => clock.after(ms, run),
    now: () => clock.now() + spent,
  });
}

describe('warming up', () => {
  it('begins when nothing has happened for a moment, runs once, and leaves no timer', () => {
    const warm = warmUp(50);
    clock.pass(499);
    expect(begun).toBe(0);
    clock.pass(2000);
    expect({ begun, steps, ended, timers: clock.waiting }).toEqual({
      begun: 1,
      steps: 50,
      ended: 1,
      timers: 0,
    });
    warm.touched();
    clock.pass(10_000);
    expect({ begun, steps, ended, timers: clock.waiting }).toEqual({
      begun: 1,
      steps: 50,
      ended: 1,
      timers: 0,
    });
  });

  it('stops at a key, and goes on where it was when it is quiet again', () => {
    const warm = warmUp(50);
    clock.pass(502);
    const before = steps;
    expect(before).toBeGreaterThan(0);
    for (let key = 0; key < 20; key += 1) {
      warm.touched();
      clock.pass(100);
    }
    expect(steps).toBe(before);
    clock.pass(2000);
    expect({ begun, steps, ended }).toEqual({ begun: 1, steps: 50, ended: 1 });
  });

  it('goes on in a pause that would be too short to begin in', () => {
    const warm = warmUp(50);
    clock.pass(300);
    warm.touched();
    clock.pass(300);
    expect(begun).toBe(0);
    clock.pass(202);
    const before = steps;
    warm.touched();
    clock.pass(149);
    expect(steps).toBe(before);
    clock.pass(51);
    expect(steps).toBe(50);
  });

  it('takes a few milliseconds a turn, and less than a second in all', () => {
    warmUp(Number.POSITIVE_INFINITY);
    clock.pass(500);
    expect(steps).toBe(4 / STEP);
    clock.pass(1);
    expect(steps).toBe(4 / STEP);
    clock.pass(1);
    expect(steps).toBe(8 / STEP);
    clock.pass(10_000);
    expect(steps * STEP).toBe(600);
    expect({ ended, timers: clock.waiting }).toEqual({ ended: 1, timers: 0 });
  });

  it('ends at once when its process does', () => {
    const warm = warmUp(50);
    clock.pass(502);
    warm.close();
    expect({ ended, timers: clock.waiting }).toEqual({ ended: 1, timers: 0 });
    warm.touched();
    warm.close();
    expect({ ended, timers: clock.waiting }).toEqual({ ended: 1, timers: 0 });
  });

  it('does not begin after its process has ended', () => {
    warmUp(50).close();
    clock.pass(1000);
    expect({ begun, ended, timers: clock.waiting }).toEqual({ begun: 0, ended: 0, timers: 0 });
  });

  it('has no timer while there is nothing to rehearse for, and asks again at the next output', () => {
    let isPossible = false;
    const warm = warmUp(50, () => isPossible);
    clock.pass(5000);
    expect({ begun, timers: clock.waiting }).toEqual({ begun: 0, timers: 0 });
    isPossible = true;
    warm.touched();
    clock.pass(2000);
    expect({ begun, steps, ended }).toEqual({ begun: 1, steps: 50, ended: 1 });
  });
});
