import { createRequire } from 'node:module';
import type { IUnicodeVersionProvider } from '@xterm/headless';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joins, properties, widthOf } from '../../../src/screen/cells/grapheme-width.ts';
import { cells, textWidth } from '../../../src/screen/cells/text-width.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';

/** The addon's own table, loaded the careful way (see grapheme-width). */
function addon(): IUnicodeVersionProvider {
  const pool = Buffer.poolSize;
  Buffer.poolSize = 0;
  const { UnicodeGraphemesAddon } = createRequire(import.meta.url)('@xterm/addon-unicode-graphemes');
  Buffer.poolSize = pool;
  const tables: IUnicodeVersionProvider[] = [];
  const register = (each: IUnicodeVersionProvider) => void tables.push(each);
  new UnicodeGraphemesAddon().activate({ unicode: { register, versions: [], activeVersion: '' } });
  const table = tables.find(({ version }) => version === '15-graphemes');
  if (table === undefined) throw new Error('no table');
  return table;
}

const SPACING_MARK = 0x903;

/** One of each grapheme break kind, and some of each width. */
const KINDS = [
  0x61,
  0x600,
  0x301,
  0xfe0f,
  0x1f1e9,
  SPACING_MARK,
  0x1100,
  0x1161,
  0x11a8,
  0xac00,
  0xac01,
  0x200d,
  0x1f680,
];
const CHARS = [
  ...KINDS.filter((code) => code !== SPACING_MARK),
  0xe9,
  0x6f22,
  0x1f3fd,
  0x2764,
  0x2500,
  0xa9,
  0x2717,
  0x20001,
  0xe0101,
  0x5d0,
];

/** Width and join, without the state behind them. */
const bits = (value: number) => [widthOf(value), joins(value)].join();

describe('properties', () => {
  const table = addon();

  it.each([undefined, ...KINDS])('after U+%x equal those of the addon for every code point', (before) => {
    const theirs = before === undefined ? 0 : table.charProperties(before, 0);
    const ours = before === undefined ? 0 : properties(before, 0);
    const wrong: number[] = [];
    for (let code = 0x20; code < 0x21000; code++) {
      const same = bits(properties(code, ours)) === bits(table.charProperties(code, theirs));
      if (!same && !isChanged(code)) wrong.push(code);
    }
    expect(wrong).toEqual([]);
  });

  it('carry the same state through any run of code points', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...CHARS), { maxLength: 8 }), (codes) => {
        let own = 0;
        let theirs = 0;
        for (const code of codes) {
          own = properties(code, own);
          theirs = table.charProperties(code, theirs);
          expect(bits(own)).toBe(bits(theirs));
        }
      }),
      { seed: 1, numRuns: 2000 },
    );
  });
});

/** Format characters are ours to join, on purpose, and spacing marks ours to set apart. */
function isChanged(code: number): boolean {
  const text = String.fromCodePoint(code);
  if (code >= 0x1f6d8 && /\p{Extended_Pictographic}/u.test(text)) return widthOf(properties(code, 0)) === 2;
  return (/[\p{Cf}\u2065]/u.test(text) && code >= 0x200b) || /[\p{Mc}\u0e33\u0eb3]/u.test(text);
}

describe('cells', () => {
  it.each([
    ['abc', 'a1 b1 c1'],
    ['漢字', '漢2 字2'],
    ['e\u0301x', 'e\u03011 x1'],
    ['👨‍👩‍👧‍👦!', '👨‍👩‍👧‍👦2 !1'],
    ['👍🏽🚀', '👍🏽2 🚀2'],
    ['🇩🇪🇫🇷🇩', '🇩🇪2 🇫🇷2 🇩1'],
    ['🥹🫠!🪿🛜', '🥹2 🫠2 !1 🪿2 🛜2'],
    ['🫱🏽‍🫲🏿🫷🏻x', '🫱🏽‍🫲🏿2 🫷🏻2 x1'],
    ['❤️❤', '❤️2 ❤1'],
    ['한국', '한2 국2'],
    ['a\u200bb\ufeff', 'a\u200b1 b\ufeff1'],
    ['─│é', '─1 │1 é1'],
    ['हिन्दी!', 'ह1 ि1 न्1 द1 ी1 !1'],
    ['ทำ கா ক্ষা', 'ท1 ำ1  1 க1 ா1  1 ক্1 ষ1 া1'],
    ['a\nb\u0301', 'a1 \n0 b\u03011'],
  ])('takes %j apart as %s', (text, expected) => {
    expect(
      cells(text)
        .map((cell) => cell.text + cell.width)
        .join(' '),
    ).toBe(expected);
  });

  it('are the cells the emulator makes of any text', () => {
    const text = fc.array(fc.constantFrom(...CHARS, 0x200b, 0x20), { maxLength: 12 });
    fc.assert(
      fc.property(text, (codes) => {
        const typed = String.fromCodePoint(...codes, 0x21);
        const emulator = new Emulator({ cols: 60, rows: 2, scrollback: 0 });
        emulator.write(typed);
        const expected = cells(typed).flatMap((cell) => (cell.width === 2 ? [cell.text, ''] : [cell.text]));
        expect(emulator.row(0).chars.slice(0, expected.length)).toEqual(expected);
        expect(emulator.cursor.x).toBe(textWidth(typed));
        emulator.close();
      }),
      { seed: 1, numRuns: 500 },
    );
  });
});

describe('textWidth', () => {
  it('counts columns, not characters', () => {
    expect(textWidth('plain')).toBe(5);
    expect(textWidth('漢字 ok 👍🏽')).toBe(10);
    expect(textWidth('')).toBe(0);
  });
});
