import { effect, signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Clock } from '../../../src/web/model/page.ts';

const START = new Date(2026, 5, 15, 12, 0).getTime();

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A clock, and the times at which somebody was told of it. */
function told() {
  const isSeen = signal(true);
  const showsSeconds = signal(false);
  const clock = new Clock(isSeen, showsSeconds);
  const times: number[] = [];
  effect(() => {
    times.push(clock.now.value - START);
  });
  return { isSeen, showsSeconds, clock, times };
}

describe('Clock', () => {
  it('goes on each second only while seconds are shown', () => {
    const { showsSeconds, clock, times } = told();
    vi.advanceTimersByTime(59_000);
    expect(times).toEqual([0]);
    showsSeconds.value = true;
    vi.advanceTimersByTime(2_000);
    expect(times).toEqual([0, 59_000, 60_000, 61_000]);
    clock.stop();
    expect(vi.getTimerCount()).toBe(0);
  });

  it('stands while nobody looks, and is right as soon as somebody does', () => {
    const { isSeen, showsSeconds, clock, times } = told();
    showsSeconds.value = true;
    isSeen.value = false;
    vi.advanceTimersByTime(3_600_000);
    expect(times).toEqual([0]);
    isSeen.value = true;
    expect(times).toEqual([0, 3_600_000]);
    clock.stop();
  });

  it('tells of a new day, and of nothing before it', () => {
    const { showsSeconds, clock } = told();
    showsSeconds.value = true;
    let days = 0;
    effect(() => {
      void clock.today.value;
      days += 1;
    });
    vi.advanceTimersByTime(11 * 3_600_000);
    expect(days).toBe(1);
    vi.advanceTimersByTime(2 * 3_600_000);
    expect(days).toBe(2);
    clock.stop();
  });
});
