import { expect, test } from 'vitest';
import { OneAtATime } from '../../src/rpc/one-at-a-time.ts';

test('ten thousand requests are few, never two at a time, and the highest number is the last', async () => {
  const sent: number[] = [];
  let open = 0;
  let most = 0;
  const requests = new OneAtATime(async (n: number) => {
    sent.push(n);
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    return 'done';
  }, Math.max);
  const all: Promise<unknown>[] = [];
  for (let n = 1; n <= 10_000; n += 1) {
    all.push(requests.ask(n));
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
  const requests = new OneAtATime<number, string>(() => {
    if (!fails) return Promise.resolve('done');
    fails = false;
    return Promise.reject(new Error('lost'));
  }, Math.max);
  const first = requests.ask(1);
  const second = requests.ask(2);
  const third = requests.ask(3);
  await expect(first).rejects.toThrow('lost');
  expect(await Promise.all([second, third])).toEqual(['done', 'done']);
  expect(await requests.ask(4)).toBe('done');
});
