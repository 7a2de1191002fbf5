import { describe, expect, test } from 'vitest';
import { inGroup, onceEach } from '../../../src/client/run/group.ts';

/** Waits for all members as well. */
const whole = async <M>(...args: Parameters<typeof inGroup<M, string>>) => {
  const { done, first } = await inGroup(...args);
  return { done: await Promise.all(done), first };
};

/** Is done when the group is over. */
const hangs = (over: AbortSignal) =>
  new Promise<string>((resolve) => over.addEventListener('abort', () => resolve('given up')));

describe('a group', () => {
  test('is done when all are, and names no first', async () => {
    let last: (value: string) => void = () => {};
    const slow = new Promise<string>((resolve) => {
      last = resolve;
    });
    let isDone = false;
    const until = { until: 'all', counts: () => true } as const;
    const group = whole([Promise.resolve('a'), slow], until, (member) => member).then((done) => {
      isDone = true;
      return done;
    });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isDone).toBe(false);
    last('b');
    expect(await group).toEqual({ done: ['a', 'b'], first: undefined });
  });

  test('with any is over at the first that counts, and the others are told', async () => {
    const group = whole(
      ['hangs', 'refused', 'ended'],
      { until: 'any', counts: (done) => done === 'ended' },
      async (member, over) => (member === 'hangs' ? hangs(over) : member),
    );
    expect(await group).toEqual({ done: ['given up', 'refused', 'ended'], first: 2 });
  });

  test('with any is done when all are, where none counts, and where there is none', async () => {
    const none = { until: 'any', counts: () => false } as const;
    expect(await whole(['refused'], none, async (member) => member)).toEqual({
      done: ['refused'],
      first: undefined,
    });
    expect(await whole([], none, async (member) => member)).toEqual({ done: [], first: undefined });
    expect(await whole([], { ...none, until: 'all' }, async (member) => member)).toEqual({
      done: [],
      first: undefined,
    });
  });

  test('has each terminal once, under the name that came first, and each wrong name once', () => {
    const build = { ok: true, name: 'build', uri: 'x:/1' } as const;
    const wrong = { ok: false, name: 'x:/1', error: 'no such terminal' } as const;
    expect(onceEach([build, wrong, { ...build, name: 'again' }, wrong])).toEqual([build, wrong]);
  });
});
