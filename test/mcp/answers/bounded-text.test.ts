import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { firstLines, headAndTail, lastLines } from '../../../src/mcp/answers/bounded-text.ts';

const rest = ({ from }: { readonly from: number }) => `from_line=${from}`;
const numbered = (count: number) => Array.from({ length: count }, (_, at) => `line ${at + 1}`);

describe('long output in one answer', () => {
  test('stays unchanged if it fits', () => {
    expect(headAndTail('a\nb', 10, rest)).toEqual({ text: 'a\nb', cut: undefined });
  });

  test('keeps its first and last lines, counts the others and says how to read them', () => {
    const { text, cut } = headAndTail(numbered(1000).join('\n'), 300, rest);
    const lines = text.split('\n');
    expect(lines[0]).toBe('line 1');
    expect(lines.at(-1)).toBe('line 1000');
    expect(cut).toBeDefined();
    expect(text).toContain(`… ${cut?.lines} lines left out`);
    expect(text).toContain(`from_line=${cut?.from}`);
    // Shown and counted lines add up to the whole output.
    expect(lines.length - 1 + (cut?.lines ?? 0)).toBe(1000);
  });

  test('cuts a very long line in its middle, and never splits an emoji', () => {
    const { text } = headAndTail('😀'.repeat(50_000), 5_000, rest);
    expect(text.length).toBeLessThan(3_000);
    expect(text).not.toMatch(/\p{Cs}/u);
  });

  test('is never much longer than the limit, and counts every line that is left out', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ maxLength: 80 }).map((line) => line.replaceAll('\n', ' '))),
        fc.integer({ min: 50, max: 2_000 }),
        (lines, limit) => {
          const { text, cut } = headAndTail(lines.join('\n'), limit, rest);
          expect(text.length).toBeLessThanOrEqual(limit + 100);
          const shown = text.split('\n').length - (cut === undefined ? 0 : 1);
          expect(shown + (cut?.lines ?? 0)).toBe(Math.max(1, lines.length));
        },
      ),
    );
  });

  test('a page starts where the last one ended', () => {
    const all = numbered(500);
    let from = 0;
    const read: string[] = [];
    while (from < all.length) {
      const page = firstLines(all.slice(from), 1_000);
      read.push(...page);
      from += page.length;
    }
    expect(read).toEqual(all);
  });

  test('the end of a text is whole lines, at least one', () => {
    expect(lastLines(['a', 'b', 'c'], 4)).toEqual(['b', 'c']);
    expect(lastLines(['a', 'x'.repeat(100)], 10)).toEqual(['x'.repeat(100)]);
  });
});
