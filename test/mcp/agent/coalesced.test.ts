import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { coalesced } from '../../../src/mcp/agent/coalesced.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the first comes soon, what follows at most once in the time, and the last is never left out', () => {
  let runs = 0;
  const news = coalesced(1_000, () => {
    runs += 1;
  });
  for (let change = 0; change < 100; change += 1) {
    news.soon();
    vi.advanceTimersByTime(10);
  }
  expect(runs).toBe(1);
  vi.advanceTimersByTime(1_000);
  expect(runs).toBe(2);
  vi.advanceTimersByTime(10_000);
  expect(runs).toBe(2);
  news.soon();
  vi.advanceTimersByTime(50);
  expect(runs).toBe(3);
});

test('after its end nothing comes, and no timer is left', () => {
  let runs = 0;
  const news = coalesced(1_000, () => {
    runs += 1;
  });
  news.soon();
  news.close();
  vi.advanceTimersByTime(5_000);
  expect(runs).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
