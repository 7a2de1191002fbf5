import { describe, expect, test } from 'vitest';
import { scrollMarks } from '../../../../src/web/views/blocks/scroll-marks.ts';
import { finishedBlocks } from '../../finished-blocks.ts';

const [ok, failed, marked] = finishedBlocks([0, 1, 0]).map((block, at) =>
  at === 2 ? ({ ...block, bookmarked: true } as const) : block,
);
if (ok === undefined || failed === undefined || marked === undefined) throw new Error('no blocks');

describe('the marks beside the scroll bar', () => {
  test('are at failed and bookmarked commands, at their share of the height', () => {
    const blocks = [ok, failed, ok, marked];
    expect(scrollMarks(blocks, (index) => index / blocks.length)).toEqual([
      { top: 25, kind: 'failed', title: 'make 2', index: 1 },
      { top: 75, kind: 'bookmarked', title: 'make 3', index: 3 },
    ]);
  });

  test('tell the bookmark where several are in one place, whatever their order', () => {
    const kinds = (blocks: readonly (typeof ok)[]) => scrollMarks(blocks, () => 1).map(({ kind }) => kind);
    expect(kinds([failed, marked])).toEqual(['bookmarked']);
    expect(kinds([marked, failed, failed])).toEqual(['bookmarked']);
  });

  test('are none when all is in sight, and at most 200 of many commands', () => {
    expect(scrollMarks([failed, marked], () => undefined)).toEqual([]);
    const many = Array.from({ length: 5000 }, () => failed);
    expect(scrollMarks(many, (index) => index / 5000)).toHaveLength(200);
  });
});
