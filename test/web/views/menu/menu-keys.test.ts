import { describe, expect, it } from 'vitest';
import { indexAfter } from '../../../../src/web/views/menu/menu-keys.ts';

const titles = ['Copy output', 'Copy command', 'Run again', 'Fold or unfold'];

describe('the keys of a menu', () => {
  it('go round at its ends', () => {
    expect(indexAfter('ArrowDown', 3, titles)).toBe(0);
    expect(indexAfter('ArrowUp', 0, titles)).toBe(3);
    expect(indexAfter('ArrowUp', -1, titles)).toBe(3);
    expect(indexAfter('ArrowDown', -1, titles)).toBe(0);
    expect([indexAfter('Home', 2, titles), indexAfter('End', 0, titles)]).toEqual([0, 3]);
  });

  it('go from one entry that begins with a letter to the next one', () => {
    expect(indexAfter('c', 0, titles)).toBe(1);
    expect(indexAfter('c', 1, titles)).toBe(0);
    expect(indexAfter('R', 0, titles)).toBe(2);
    expect(indexAfter('x', 0, titles)).toBeUndefined();
  });

  it('leave Enter, Space and Escape to the browser', () => {
    for (const key of ['Enter', ' ', 'Escape', 'Tab']) expect(indexAfter(key, 0, titles)).toBeUndefined();
  });
});
