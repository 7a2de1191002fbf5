import { describe, expect, it } from 'vitest';
import { lastReturn, Returns } from '../../../src/screen/skim/last-return.ts';
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

  it.each([
    ['a\rb', 1],
    ['\rb', 0],
    ['a\rb\r', 1],
    ['a\rb\r\nc\r\n', 1],
    ['\r\n\r', -1],
    ['a\r', -1],
    ['', -1],
    ['\n', -1],
    ['\r\n', -1],
    ['A', -1],
    ['GA', -1],
    ['[A', 1],
    ['\x1b[12;34A', 7],
    ['\x1b[A and \x1b[B A', 2],
    ['\x1b[A\x1b[2J', 6],
    ['\x1b[2J\x1b[A', 6],
    ['\x1b[A\rb', 3],
    ['\rb\x1b[A', 4],
    ['\x1b[000000000012A', 14],
    ['\x1b[0000000000012A', -1],
    ['\x1b[1:2A', -1],
    ['\x1b[0/9A', -1],
  ])('is in %j at %i', (text, at) => {
    expect(lastReturn(text)).toBe(at);
  });

  it.each([
    ['the same row', '\x1b[2d', '\x1b[2d', true],
    ['the row below', '\x1b[2d', '\x1b[3d', false],
    ['a row of more digits', '\x1b[9d', '\x1b[10d', false],
    ['the same place', '\x1b[2;5H', '\x1b[2;5H', true],
    ['a place to the right', '\x1b[2;5H', '\x1b[2;6H', false],
    ['a place to the left', '\x1b[2;5H', '\x1b[2;4H', true],
    ['a place below and to the left', '\x1b[2;5H', '\x1b[3;1H', false],
    ['a place above and to the right', '\x1b[2;5H', '\x1b[1;9H', true],
    ['the first row by none', '\x1b[1;1H', '\x1b[H', true],
    ['the first row by 0', '\x1b[H', '\x1b[0;0H', true],
    ['the first column by none', '\x1b[4;1f', '\x1b[4f', true],
    ['the first column by 0', '\x1b[4f', '\x1b[4;0f', true],
    ['the second column', '\x1b[4f', '\x1b[4;2f', false],
    ['a column beyond any screen', '\x1b[1;65536H', '\x1b[2;1H', false],
  ])('is where a sequence leads to %s', (_what, from, to, goesBack) => {
    expect(lastReturn(`${from}a H f d${to}b H f d`)).toBe(goesBack ? from.length + 7 + to.length - 1 : -1);
    expect(lastReturn(`${from}a${to}b${'\x1b[20;1Hc\x1b[21;1fd\x1b[22d'}`)).toBe(
      goesBack ? from.length + to.length : -1,
    );
  });

  it('is the last of them, of whichever kind', () => {
    const home = '\x1b[2;1Ha\x1b[1;1Hb';
    expect(lastReturn(home)).toBe(home.length - 2);
    expect(lastReturn(`${home}\x1b[5dc\x1b[4dd`)).toBe(home.length + 8);
    expect(lastReturn(`\x1b[5dc\x1b[4dd${home}`)).toBe(home.length + 8);
    expect(lastReturn(`${home}\x1b[9;1Hc\x1b[10;1Hd`)).toBe(home.length - 2);
    expect(lastReturn(`${home}c\rd`)).toBe(home.length + 1);
    expect(lastReturn(`c\rd${home}`)).toBe(home.length + 1);
  });

  it('may be one close before it', () => {
    expect(lastReturn('\x1b[5da\rb\x1b[3dc')).toBe(5);
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

describe('texts that follow each other', () => {
  const taken = (...texts: string[]) => {
    const returns = new Returns();
    return texts.map((text) => returns.take(text));
  };

  it('go back where one of them does, and from then on', () => {
    expect(taken('a\r\n', 'b\rc', 'd\r\n')).toEqual([false, true, true]);
    expect(taken('\rb')).toEqual([true]);
  });

  it('go back where one follows another', () => {
    expect(taken('\x1b[1;1Ha', '\x1b[1;1Hb')).toEqual([false, true]);
    expect(taken('\x1b[1;1Ha', '\x1b[2;1Hb')).toEqual([false, false]);
    expect(taken('a\r', 'b')).toEqual([false, true]);
  });

  it('begin again behind an empty one', () => {
    expect(taken('b\rc', '', 'd')).toEqual([true, false, false]);
    expect(taken('\x1b[1;1Ha', '', '\x1b[1;1Hb')).toEqual([false, false, false]);
  });
});
