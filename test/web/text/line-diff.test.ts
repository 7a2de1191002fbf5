import { describe, expect, it } from 'vitest';
import { type DiffLine, lineDiff } from '../../../src/web/text/line-diff.ts';

const SIGNS = { same: ' ', gone: '-', new: '+' } as const;

function signed(before: string, after: string): string {
  return lineDiff([...before], [...after])
    .map((line: DiffLine) => (line.kind === 'skipped' ? `(${line.count})` : SIGNS[line.kind] + line.text))
    .join('');
}

describe('the difference of two outputs', () => {
  it('is nothing where they are the same', () => {
    expect(signed('abc', 'abc')).toBe('');
    expect(signed('', '')).toBe('');
  });

  it('keeps the longest common lines in their order', () => {
    expect(signed('abcd', 'acxd')).toBe(' a-b c+x d');
    expect(signed('', 'ab')).toBe('+a+b');
    expect(signed('ab', '')).toBe('-a-b');
  });

  it('leaves out equal lines that are far from a change', () => {
    expect(signed('0123456789x', '0123456789y')).toBe('(7) 7 8 9-x+y');
    expect(signed('x0123456789', 'y0123456789')).toBe('-x+y 0 1 2(7)');
  });

  it('compares no more pairs than it may, and then counts all of the middle as changed', () => {
    const many = (name: string) => Array.from({ length: 2500 }, (_, at) => `${name}${at}`);
    const found = lineDiff(['top', ...many('a'), 'same'], ['top', ...many('b'), 'same']);
    expect(found.filter(({ kind }) => kind === 'gone')).toHaveLength(2500);
    expect(found.filter(({ kind }) => kind === 'new')).toHaveLength(2500);
    expect(found.at(-1)).toEqual({ kind: 'same', text: 'same' });
  });
});
