import { expect, it } from 'vitest';
import { FloodPace } from '../../../src/host/pty/master-pty.ts';

it('a flood is read with rests while somebody types beside it, and not for the key that has started it', () => {
  let now = 0;
  const [flood, beside] = [new FloodPace(() => now), new FloodPace(() => now)];
  const rests = () => flood.next().restMs > 0;
  const reads = (ms: number) => {
    const until = now + ms;
    const seen = new Set<boolean>();
    for (; now < until; now += 1) seen.add(rests());
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
