import { expect, test } from 'vitest';
import { Acknowledgements } from '../../src/client/acknowledgements.ts';
import type { WakesResult } from '../../src/protocol/cotty/cotty-requests.ts';

const nothing: WakesResult = { wakes: [], dropped: 0, watches: [] };

test('ten thousand acknowledgements are few requests, never two at a time, and the highest number is the last', async () => {
  const sent: number[] = [];
  let open = 0;
  let most = 0;
  const acknowledgements = new Acknowledgements(async (n) => {
    sent.push(n);
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return nothing;
  });
  const all: Promise<unknown>[] = [];
  for (let n = 1; n <= 10_000; n += 1) {
    all.push(acknowledgements.upTo(n));
    if (n % 1000 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  await Promise.all(all);
  expect(most).toBe(1);
  expect(sent.length).toBeLessThan(50);
  expect(sent.at(-1)).toBe(10_000);
  expect(sent.toSorted((left, right) => left - right)).toEqual(sent);
});

test('a failed request fails those who asked for it, and none after it', async () => {
  let fails = true;
  const acknowledgements = new Acknowledgements(() => {
    if (!fails) return Promise.resolve(nothing);
    fails = false;
    return Promise.reject(new Error('lost'));
  });
  const first = acknowledgements.upTo(1);
  const second = acknowledgements.upTo(2);
  const third = acknowledgements.upTo(3);
  await expect(first).rejects.toThrow('lost');
  expect(await Promise.all([second, third])).toEqual([nothing, nothing]);
  expect(await acknowledgements.upTo(4)).toEqual(nothing);
});
