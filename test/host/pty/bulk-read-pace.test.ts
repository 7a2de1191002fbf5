import { expect, it } from 'vitest';
import { BulkReadPace } from '../../../src/host/pty/master-pty.ts';

it('bulk output is read with pauses while somebody types elsewhere, and without for the key that started it', () => {
  let now = 0;
  const [flood, beside] = [new BulkReadPace(() => now), new BulkReadPace(() => now)];
  const pauses = () => flood.next().restMs > 0;
  const reads = (ms: number) => {
    const until = now + ms;
    const seen = new Set<boolean>();
    for (; now < until; now += 1) seen.add(pauses());
    return [...seen];
  };
  flood.typed();
  now += 5;
  expect(reads(300)).toEqual([false]);
  beside.typed();
  now += 1;
  expect(reads(900)).toEqual([true]);
  now += 40;
  expect(reads(200)).toEqual([true, false]);
  flood.typed();
  now += 1;
  expect(reads(20)).toEqual([true]);
  // The next command is started within the second.
  now += 60;
  expect(reads(20)).toEqual([false]);
});
