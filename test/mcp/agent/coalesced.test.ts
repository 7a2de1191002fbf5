import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesced } from '../../../src/mcp/agent/coalesced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('runs soon after the first change, then at most once per interval, and always after the last change', () => {
  let runs = 0;
  const updates = coalesced(1_000, () => {
    runs += 1;
  });
  for (let change = 0; change < 100; change += 1) {
    updates.soon();
    vi.advanceTimersByTime(10);
  }
  expect(runs).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(runs).toBe(2);
  vi.advanceTimersByTime(10_000);
  expect(runs).toBe(2);
  updates.soon();
  vi.advanceTimersByTime(50);
  expect(runs).toBe(3);
});

test('runs no more after close, and leaves no timer', () => {
  let runs = 0;
  const updates = coalesced(1_000, () => {
    runs += 1;
  });
  updates.soon();
  updates.close();
  vi.advanceTimersByTime(5_000);
  expect(runs).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
