import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isDeeperThan } from '../../src/rpc/depth.ts';

/** The depth of a value, by walking it. */
function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe('isDeeperThan', () => {
  it('finds the depth that a parsed value has, whatever its strings hold', () => {
    const tricky = fc.string({ unit: fc.constantFrom('"', '\\', '[', ']', '{', '}', 'a', '😀') });
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        tricky,
        fc.array(tie('value'), { maxLength: 3 }),
        fc.dictionary(tricky, tie('value'), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, (json) => {
        const depth = depthOf(json);
        const text = JSON.stringify(json);
        expect(isDeeperThan(depth, text)).toBe(false);
        if (depth > 0) expect(isDeeperThan(depth - 1, text)).toBe(true);
      }),
    );
  });

  it.each(['"', '"\\', '"\\"', ']]]]', '{"a', ''])('comes to an end on what is no JSON: %s', (text) => {
    expect(isDeeperThan(2, text)).toBe(false);
  });

  it('reads a million brackets no further than it must', () => {
    expect(isDeeperThan(64, '['.repeat(1_000_000))).toBe(true);
  });
});
