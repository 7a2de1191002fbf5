import { expect, test } from 'vitest';
import { limitedBell } from '../../../src/tui/outer/notifications.ts';

test('the bell rings at most four times a second', () => {
  let now = 0;
  let rings = 0;
  const bell = limitedBell({ ring: () => rings++, now: () => now });
  for (; now < 1000; now += 10) bell();
  expect(rings).toBe(4);
  now = -5000;
  bell();
  expect(rings).toBe(5);
});
