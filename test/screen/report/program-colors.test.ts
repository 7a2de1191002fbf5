import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';
import { colorSpec, parseColorSpec } from '../../../src/screen/report/color-spec.ts';
import { COLOR_CODES } from '../../../src/screen/report/program-colors.ts';

const colorsAfter = (...pieces: string[]) => {
  const emulator = new Emulator({ cols: 20, rows: 4, scrollback: 0 });
  for (const piece of pieces) emulator.write(piece);
  const { indexed = [], dynamic = [] } = emulator.reports.colors.current ?? {};
  emulator.close();
  return { indexed: Object.fromEntries(indexed), dynamic: Object.fromEntries(dynamic) };
};

describe('a colour', () => {
  it.each([
    ['rgb:ff/80/00', 0xff8000],
    ['rgb:f/8/0', 0xff8800],
    ['rgb:FFFF/8080/0000', 0xff8000],
    ['rgba:ff/80/00/10', 0xff8000],
    ['#f80', 0xf08000],
    ['#ff8000', 0xff8000],
    ['#ffff80800000', 0xff8000],
    ['Red', 0xff0000],
  ])('spelt %s is read', (spec, value) => {
    expect(parseColorSpec(spec)).toBe(value);
  });

  it.each([
    '',
    '?',
    '#',
    '#ff',
    '#ggg',
    'rgb:ff/ff',
    'rgb:fffff/0/0',
    'rgb:/0/0',
    'nonsense',
    ' '.repeat(99),
  ])('spelt %j is none', (spec) => {
    expect(parseColorSpec(spec)).toBeUndefined();
  });

  it('is spelt so that it is read as the same', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (value) => {
        expect(parseColorSpec(colorSpec(value))).toBe(value);
      }),
    );
  });
});

describe('colours that programs set', () => {
  it('hold, one or several in a sequence', () => {
    expect(colorsAfter('\x1b]4;1;#010203;200;rgb:ff/0/0\x07\x1b]5;1;blue\x1b\\\x1b]11;#fff;red\x07')).toEqual(
      {
        indexed: { 1: 0x010203, 200: 0xff0000, 257: 0x0000ff },
        dynamic: { 11: 0xf0f0f0, 12: 0xff0000 },
      },
    );
  });

  it('are reset one by one, by kind, and by a reset of the terminal', () => {
    const set = '\x1b]4;1;red;2;red;256;red\x07\x1b]10;red;red;red\x07\x1b]17;red\x07';
    expect(colorsAfter(set, '\x1b]104;1\x07\x1b]111\x07\x1b]117\x07')).toEqual({
      indexed: { 2: 0xff0000, 256: 0xff0000 },
      dynamic: { 10: 0xff0000, 12: 0xff0000 },
    });
    expect(colorsAfter(set, '\x1b]104\x07').indexed).toEqual({ 256: 0xff0000 });
    expect(colorsAfter(set, '\x1b]105\x07').indexed).toEqual({ 1: 0xff0000, 2: 0xff0000 });
    expect(colorsAfter(set, '\x1bc')).toEqual({ indexed: {}, dynamic: {} });
  });

  it('are limited in number, and what cannot be read changes nothing', () => {
    const many = Array.from({ length: 999 }, (_, index) => `\x1b]4;${index};red\x07`).join('');
    expect(Object.keys(colorsAfter(many).indexed)).toHaveLength(261);
    const wrong =
      '\x1b]4;1\x07\x1b]4;x;red\x07\x1b]4;;red\x07\x1b]10;?\x07\x1b]10;nonsense\x07\x1b]4;1;?\x07\x1b]4;1;\x07';
    expect(colorsAfter(wrong)).toEqual({ indexed: {}, dynamic: {} });
  });

  it('are the same wherever the output is cut', () => {
    const text = 'a\x1b]4;1;#010203;2;red\x07b\x1b]10;rgb:1/2/3\x1b\\c\x1b]104;2\x07';
    for (let at = 1; at < text.length; at++)
      expect(colorsAfter(text.slice(0, at), text.slice(at))).toEqual(colorsAfter(text));
  });

  it('stay within their limits whatever comes', () => {
    const payload = fc.string({ unit: fc.constantFrom(...'0123456789;#rgb:/?f') });
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...COLOR_CODES), payload)), (sequences) => {
        const { indexed, dynamic } = colorsAfter(
          ...sequences.map(([code, text]) => `\x1b]${code};${text}\x07`),
        );
        expect(Object.keys(indexed).every((index) => Number(index) <= 260)).toBe(true);
        expect(Object.keys(dynamic).every((code) => Number(code) >= 10 && Number(code) <= 19)).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
