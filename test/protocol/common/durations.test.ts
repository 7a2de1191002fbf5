import { describe, expect, test } from 'vitest';
import {
  compactDuration,
  duration,
  elapsed,
  longDuration,
  parseDuration,
  parseSince,
  roughDuration,
} from '../../../src/protocol/common/durations.ts';

describe('parseDuration', () => {
  test.each([
    ['90', 90_000],
    ['1.5s', 1500],
    ['.5s', 500],
    ['200ms', 200],
    ['3d', 259_200_000],
    ['1w', 604_800_000],
    ['1h', undefined],
    ['1constructor', undefined],
    ['-1s', undefined],
    ['1 s', undefined],
    ['', undefined],
  ])('%j in ms, s, d or w is %j ms', (text, ms) => {
    expect(parseDuration(text, ['ms', 's', 'd', 'w'])).toBe(ms);
  });
});

describe('a duration of several units', () => {
  test.each([
    ['1h30m', 5_400_000],
    ['1m1.5s', 61_500],
    ['30m1h', undefined],
    ['1h1h', undefined],
    ['1h30', undefined],
    ['1h 30m', undefined],
  ])('%j is %j ms', (text, ms) => {
    expect(parseDuration(text, ['s', 'm', 'h'])).toBe(ms);
  });
});

describe('a moment from which something is wanted', () => {
  const now = new Date(2026, 2, 10, 12, 0, 0).getTime();

  test.each([
    ['1h30m', new Date(2026, 2, 10, 10, 30)],
    ['10:30', new Date(2026, 2, 10, 10, 30)],
    ['12:00:00', new Date(2026, 2, 10, 12, 0)],
    ['13:00', new Date(2026, 2, 9, 13, 0)],
    ['2026-02-28', new Date(2026, 1, 28)],
    ['2024-02-29', new Date(2024, 1, 29)],
    ['2026-01-31T10:30', new Date(2026, 0, 31, 10, 30)],
  ])('is read from %j', (text, date) => {
    expect(parseSince(text, now)).toBe(date.getTime());
  });

  test.each([
    ...['2026-02-30', '2026-02-29', '2026-04-31T10:00', '2026-13-01', '2026-00-10', '2026-01-00', '2026-1-1'],
    ...['24:00', '10:60', '10:3', '10:30:99', '2026-02-28T25:00', '2026-06-31T10:00:00Z'],
  ])('is not %j, which does not exist', (text) => {
    expect(parseSince(text, now)).toBeUndefined();
  });
});

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

describe('elapsed', () => {
  test.each([
    [-5, '0s'],
    [4_900, '4s'],
    [59_999, '59s'],
    [182_900, '3m 02s'],
  ])('of %d ms is %s', (ms, text) => {
    expect(elapsed(ms)).toBe(text);
  });
});

describe('compactDuration', () => {
  test.each([
    [-5, '0.0s'],
    [40, '0.0s'],
    [59_960, '60.0s'],
    [61_000, '1m1s'],
    [3_700_000, '1h1m'],
    [176_400_000, '49h0m'],
  ])('of %d ms is %s', (ms, text) => {
    expect(compactDuration(ms)).toBe(text);
  });
});

describe('roughDuration', () => {
  test.each([
    [-5, '0s'],
    [59_960, '59s'],
    [182_000, '3m'],
    [7_199_000, '1h'],
    [180_000_000, '2d'],
  ])('of %d ms is %s', (ms, text) => {
    expect(roughDuration(ms)).toBe(text);
  });
});

describe('spelledDuration', () => {
  test.each([
    [-5, '0 s'],
    [5_900, '5 s'],
    [182_000, '3 min 2 s'],
    [3_900_000, '1 h 5 min'],
    [183_600_000, '2 d 3 h'],
  ])('of %d ms is %s', (ms, text) => {
    expect(longDuration(ms)).toBe(text);
  });
});
