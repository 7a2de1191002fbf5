import { describe, expect, test } from 'vitest';
import { clock } from '../../../../src/tui/blocks/header/chip.ts';

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
