import { describe, expect, test } from 'vitest';
import { clock } from '../../../../src/tui/blocks/header/clock-time.ts';
import { duration } from '../../../../src/tui/blocks/header/duration.ts';

describe('duration', () => {
  test.each([
    [-5, '0.0s'],
    [0, '0.0s'],
    [40, '0.0s'],
    [400, '0.4s'],
    [12_400, '12.4s'],
    [59_949, '59.9s'],
    [59_950, '1m 00s'],
    [182_000, '3m 02s'],
    [3_599_499, '59m 59s'],
    [3_599_500, '1h 00m'],
    [3_900_000, '1h 05m'],
    [183_600_000, '2d 03h'],
  ])('of %d ms is %s', (ms, text) => {
    expect(duration(ms)).toBe(text);
  });
});

describe('clock', () => {
  const now = new Date(2026, 5, 15, 12, 0).getTime();

  test('shows hours and minutes today', () => {
    expect(clock(new Date(2026, 5, 15, 9, 5).getTime(), now)).toBe('09:05');
  });

  test('adds the date on other days, and the year in other years', () => {
    expect(clock(new Date(2026, 5, 14, 23, 59).getTime(), now)).toBe('06-14 23:59');
    expect(clock(new Date(2025, 5, 15, 12, 0).getTime(), now)).toBe('2025-06-15 12:00');
  });
});
