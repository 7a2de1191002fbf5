import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PrefixIndex } from '../../../src/host/history/prefix-index.ts';
import { sortedInSlices } from '../../../src/host/history/slices.ts';

const noPause = () => Promise.resolve();

describe('an index of prefixes', () => {
  it('finds what a look at every line finds, newest first', async () => {
    const line = fc.string({ unit: fc.constantFrom('a', 'b', ' ', '🙂'), maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(line, { maxLength: 60 }), line, async (lines, prefix) => {
        const index = await PrefixIndex.of(lines, noPause);
        const expected = lines.flatMap((each, age) => (each.startsWith(prefix) ? [age] : []));
        expect([...index.newest(prefix)]).toEqual(expected);
      }),
    );
  });

  it('takes no longer for 200,000 lines than for 2,000', async () => {
    const time = async (count: number) => {
      const lines = Array.from({ length: count }, (_, n) => `git commit -m "change ${n}"`);
      const index = await PrefixIndex.of(lines, noPause);
      const begun = performance.now();
      for (let n = 0; n < 2000; n += 1) {
        index.newest('git com').next();
        index.newest('git commit --amend').next();
      }
      return performance.now() - begun;
    };
    await time(2000);
    const few = await time(2000);
    const many = await time(200_000);
    // Twenty-seven steps instead of eleven, and memory that is not in the cache; a look at every line takes a hundred times as long.
    expect(many).toBeLessThan(20 * few + 20);
  });
});

describe('sorting in slices', () => {
  it('sorts as sorting at once does, and pauses meanwhile', async () => {
    const items = Array.from({ length: 50_000 }, (_, n) => (n * 7919) % 10_007);
    let pauses = 0;
    const sorted = await sortedInSlices(
      items,
      (one, other) => one - other,
      async () => void pauses++,
    );
    expect(sorted).toEqual(items.toSorted((one, other) => one - other));
    expect(pauses).toBeGreaterThan(20);
  });
});
