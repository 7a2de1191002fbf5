import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type CellColor,
  type CellStyle,
  internStyle,
  sgr,
  styleOf,
} from '../../../src/screen/cells/style.ts';
import { Emulator } from '../../../src/screen/emulator/emulator.ts';

const color = fc.oneof(
  fc.constant<CellColor>({ kind: 'default' }),
  fc.nat({ max: 255 }).map<CellColor>((index) => ({ kind: 'palette', index })),
  fc.nat({ max: 0xffffff }).map<CellColor>((value) => ({ kind: 'rgb', value })),
);
const flag = fc.boolean();

const styles: fc.Arbitrary<CellStyle> = fc
  .record({
    ...{ fg: color, bg: color, underlineColor: color, underline: fc.constantFrom(0, 1, 2, 3, 4, 5) },
    ...{ bold: flag, dim: flag, italic: flag, blink: flag, inverse: flag, invisible: flag },
    ...{ strikethrough: flag, overline: flag },
  })
  // Without an underline its colour is no part of the style, and white is what xterm makes of "default".
  .map((style): CellStyle => {
    const { underlineColor } = style;
    const plain =
      style.underline === 0 || (underlineColor.kind === 'rgb' && underlineColor.value === 0xffffff);
    return { ...style, underlineColor: plain ? { kind: 'default' } : underlineColor } as CellStyle;
  });

describe('internStyle', () => {
  it('gives 0 to the default style and the same number to the same style', () => {
    expect(internStyle({})).toBe(0);
    expect(internStyle({ bold: false, fg: { kind: 'default' } })).toBe(0);
    expect(internStyle({ bold: true })).toBe(internStyle({ bold: true }));
    expect(internStyle({ bold: true })).not.toBe(internStyle({ dim: true }));
  });

  it('loses nothing of a style', () => {
    fc.assert(
      fc.property(styles, (style) => {
        expect(styleOf(internStyle(style))).toEqual(style);
      }),
    );
  });
});

describe('sgr', () => {
  it.each<[Partial<CellStyle>, string]>([
    [{}, '\x1b[0m'],
    [{ bold: true, fg: { kind: 'rgb', value: 0x010203 } }, '\x1b[0;1;38;2;1;2;3m'],
    [{ fg: { kind: 'palette', index: 1 }, bg: { kind: 'palette', index: 12 } }, '\x1b[0;31;104m'],
    [{ fg: { kind: 'palette', index: 9 }, bg: { kind: 'palette', index: 7 } }, '\x1b[0;91;47m'],
    [{ fg: { kind: 'palette', index: 16 }, bg: { kind: 'palette', index: 255 } }, '\x1b[0;38;5;16;48;5;255m'],
    [{ underline: 1 }, '\x1b[0;4m'],
    [{ underline: 3, underlineColor: { kind: 'rgb', value: 0x090807 } }, '\x1b[0;4:3;58:2::9:8:7m'],
    [{ underline: 5, underlineColor: { kind: 'palette', index: 3 } }, '\x1b[0;4:5;58:5:3m'],
    [{ dim: true, italic: true, blink: true, inverse: true }, '\x1b[0;2;3;5;7m'],
    [{ invisible: true, strikethrough: true, overline: true }, '\x1b[0;8;9;53m'],
  ])('draws %j with %j', (style, expected) => {
    expect(sgr(internStyle(style))).toBe(expected);
  });

  it('makes a cell of exactly that style, whatever was set before', () => {
    fc.assert(
      fc.property(styles, styles, (before, style) => {
        const emulator = new Emulator({ cols: 4, rows: 1, scrollback: 0 });
        emulator.write(`${sgr(internStyle(before))}a${sgr(internStyle(style))}b`);
        const row = emulator.row(0);
        expect(styleOf(row.styles[0] ?? 0)).toEqual(before);
        expect(row.styles[1]).toBe(internStyle(style));
        emulator.close();
      }),
    );
  });

  it('takes a number nobody gave for the default style', () => {
    expect(sgr(Number.MAX_SAFE_INTEGER)).toBe('\x1b[0m');
    expect(sgr(-1)).toBe('\x1b[0m');
  });
});

describe('the table of styles', () => {
  const emulator = new Emulator({ cols: 2, rows: 1, scrollback: 0 });
  /** The number of a background a program printed. */
  const printed = (rgb: number) => {
    emulator.write(`\r\x1b[48;2;${rgb >> 16};${(rgb >> 8) & 255};${rgb & 255}mx`);
    return emulator.row(0).styles[0] ?? 0;
  };
  const background = (id: number) => styleOf(id).bg;
  const rgb = (value: number): CellColor => ({ kind: 'rgb', value });

  it('stays bounded: styles printed long ago read as the default, none as another, and our own stay', () => {
    const ours = internStyle({ bg: rgb(0xabcdef) });
    const first = printed(1);
    for (let n = 2; n <= 80_000; n++) printed(n);
    expect(background(printed(80_000))).toEqual(rgb(80_000));
    expect(background(printed(70_000))).toEqual(rgb(70_000));
    expect(background(first)).toEqual({ kind: 'default' });
    expect(printed(1)).not.toBe(first);
    expect(background(printed(1))).toEqual(rgb(1));
    expect(background(ours)).toEqual(rgb(0xabcdef));
    expect(printed(0xabcdef)).toBe(ours);
  });

  it('keeps more styles of our own than it pins for as long as those of programs', () => {
    const many = Array.from({ length: 10_000 }, (_, n) => internStyle({ fg: rgb(n) }));
    expect(many.map((id) => styleOf(id).fg)).toEqual(Array.from({ length: 10_000 }, (_, n) => rgb(n)));
    expect(new Set(many).size).toBe(10_000);
  });

  it('gives a style that was printed first and named later its lasting number', () => {
    const before = printed(0x123456);
    const ours = internStyle({ bg: rgb(0x123456) });
    expect(styleOf(before)).toEqual(styleOf(ours));
    expect(printed(0x123456)).toBe(ours);
  });
});

describe('styles in the emulator', () => {
  const styleAfter = (stream: string) => {
    const emulator = new Emulator({ cols: 4, rows: 1, scrollback: 0 });
    emulator.write(`${stream}x`);
    return styleOf(emulator.row(0).styles[0] ?? 0);
  };

  it.each<[string, Partial<CellStyle>]>([
    ['\x1b[38;2;1;2;3m\x1b[38;5;200m', { fg: { kind: 'palette', index: 200 } }],
    ['\x1b[38;5;9m', { fg: { kind: 'palette', index: 9 } }],
    ['\x1b[91m', { fg: { kind: 'palette', index: 9 } }],
    ['\x1b[48:2::10:20:30m', { bg: { kind: 'rgb', value: 0x0a141e } }],
    ['\x1b[4:3m', { underline: 3 }],
    ['\x1b[21m', { underline: 2 }],
    ['\x1b[4m\x1b[24m', { underline: 0 }],
    ['\x1b[58;5;3m', { underline: 0, underlineColor: { kind: 'default' } }],
    ['\x1b[58;5;3m\x1b[4m', { underline: 1, underlineColor: { kind: 'palette', index: 3 } }],
    ['\x1b[4;58;5;3m\x1b[59m', { underline: 1, underlineColor: { kind: 'default' } }],
    ['\x1b[1;2m\x1b[22m', { bold: false, dim: false }],
    ['\x1b[4:3m\x1b7\x1b[0m\x1b8', { underline: 1 }],
  ])('after %j are %j', (stream, expected) => {
    expect(styleAfter(stream)).toMatchObject(expected);
  });
});
