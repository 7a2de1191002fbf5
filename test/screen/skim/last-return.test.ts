import { describe, expect, it } from 'vitest';
import { lastReturn } from '../../../src/screen/skim/last-return.ts';
import { readDrawn } from '../../../src/screen/skim/read-drawn.ts';
import { skimDrawn } from '../../../src/screen/skim/skim-drawn.ts';

const GRID = { cols: 40, rows: 20, x: 0, y: 0 };
const row = (y: number, word: string) => `\x1b[${y};1H\x1b[38;2;${y};0;9m${word.padEnd(40)}`;
const screen = (word: string) => Array.from({ length: 20 }, (_, y) => row(y + 1, word)).join('');

describe('the last return of output to what was drawn before', () => {
  it.each([
    ['up', '\x1b[2A'],
    ['left', '\x1b[D'],
    ['to a column', '\x1b[1G'],
    ['to the first column', '\r'],
    ['by erasing the screen', '\x1b[2J'],
    ['home', '\x1b[H'],
    ['to a row above', '\x1b[2;1H'],
    ['to a place before in the row', '\x1b[3;1f'],
    ['to a row by its number', '\x1b[3d'],
  ])('is found %s', (_, sequence) => {
    const before = `\x1b[3;1Hdrawn\x1b[3;9fH, A, f, d and J are letters\x1b[4d, too\x1b[4;1H`;
    const place = lastReturn(`${before}${sequence}${'behind it '.repeat(9)}`);
    expect(place).toBeGreaterThanOrEqual(before.length);
    expect(place).toBeLessThan(before.length + sequence.length);
  });

  it('is not found in lines, nor in a screen that is drawn from top to bottom', () => {
    expect(lastReturn('GET /index.html Had A Jaded\r\nHeart\r\n'.repeat(9))).toBe(-1);
    expect(lastReturn(`\x1b[H${screen('GAHJdf').slice(3)}`)).toBeLessThan(9);
  });

  it('is found wherever something can be left out of a drawn text', () => {
    const frames = ['one', 'two', 'three'].map(screen).join('');
    expect(readDrawn(frames, GRID)).toBeDefined();
    expect(skimDrawn(frames, GRID)?.length).toBeLessThan(frames.length / 2);
    expect(lastReturn(frames)).toBeGreaterThan(frames.length / 2);
    expect(skimDrawn(screen('one'), GRID)).toBeUndefined();
  });
});
