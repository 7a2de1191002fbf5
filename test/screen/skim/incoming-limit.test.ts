import { describe, expect, test } from 'vitest';
import { IncomingLimit } from '../../../src/screen/skim/incoming-limit.ts';

const KI = 1024;

describe('output that waits unparsed', () => {
  let now = 0;
  const limit = () => new IncomingLimit(() => now, 32 * KI);
  /** Parses so much in so many milliseconds. */
  const parse = (of: IncomingLimit, chars: number, ms: number) =>
    of.timed(chars, () => {
      now += ms;
      return chars;
    });

  test('is as much as is parsed while a key waits, and never less than a flood is', () => {
    const of = limit();
    expect(of.chars).toBe(128 * KI);
    expect(parse(of, 64 * KI, 8)).toBe(64 * KI);
    expect(of.chars).toBe(64 * KI);
    parse(of, 64 * KI, 10);
    expect(of.chars).toBeCloseTo(51.2 * KI, 5);
    parse(of, 64 * KI, 100);
    expect(of.chars).toBe(32 * KI);
  });

  test('is more again as soon as it is parsed faster', () => {
    const of = limit();
    parse(of, 64 * KI, 100);
    parse(of, 32 * KI, 1);
    expect(of.chars).toBe(128 * KI);
    parse(of, 64 * KI, 100);
    parse(of, 64 * KI, 0);
    expect(of.chars).toBe(128 * KI);
  });

  test('is the most that it may be where the clock was set back', () => {
    const of = limit();
    parse(of, 64 * KI, 100);
    parse(of, 64 * KI, -5);
    expect(of.chars).toBe(128 * KI);
  });

  test('is judged by as much as a flood is', () => {
    const of = limit();
    parse(of, 32 * KI, 1000);
    expect(of.chars).toBe(32 * KI);
  });

  test('is not judged by a little, of which the time says nothing', () => {
    const of = limit();
    parse(of, 32 * KI - 1, 1000);
    expect(of.chars).toBe(128 * KI);
  });
});
