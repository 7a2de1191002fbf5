import { describe, expect, test } from 'vitest';
import { groupEnd } from '../../../src/client/run/group-end.ts';

describe('a group', () => {
  const never = new Promise<string>(() => {});

  test('is done when all are, and names no first', async () => {
    let last: (value: string) => void = () => {};
    const slow = new Promise<string>((resolve) => {
      last = resolve;
    });
    let isDone = false;
    const done = groupEnd([Promise.resolve('a'), slow], 'all', () => true).then((first) => {
      isDone = true;
      return first;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDone).toBe(false);
    last('b');
    expect(await done).toBeUndefined();
  });

  test('with any is done at the first that counts, whoever hangs', async () => {
    const members = [never, Promise.resolve('refused'), Promise.resolve('ended')];
    expect(await groupEnd(members, 'any', (one) => one === 'ended')).toBe('ended');
  });

  test('with any is done when all are, where none counts, and where there is none', async () => {
    expect(await groupEnd([Promise.resolve('refused')], 'any', () => false)).toBeUndefined();
    expect(await groupEnd([], 'any', () => true)).toBeUndefined();
    expect(await groupEnd([], 'all', () => true)).toBeUndefined();
  });
});
