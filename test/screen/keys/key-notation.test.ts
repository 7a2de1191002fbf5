import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ordinaryModes, parseKeys } from '../../../src/screen/keys/key-notation.ts';

function bytes(notation: string, modes = ordinaryModes): string {
  const keys = parseKeys(notation);
  if (!keys.ok) throw new Error(keys.error);
  return keys.bytes(modes);
}

describe('keys as agents write them', () => {
  test.each([
    ['\\x03', '\x03'],
    ['ls\\n', 'ls\n'],
    ['\\e[A', '\x1b[A'],
    ['\\033', '\x1b'],
    ['\\0', '\0'],
    ['\\u00e9\\u{1f600}', 'é😀'],
    ['\\\\x03', '\\x03'],
    ['grep \\d+', 'grep \\d+'],
    ['<C-c>', '\x03'],
    ['<C-C>', '\x03'],
    ['<C-Space>', '\0'],
    ['<C-\\>', '\x1c'],
    ['<C->>', '>'],
    ['<M-x>', '\x1bx'],
    ['<A-S-x>', '\x1bX'],
    ['<Enter><CR><Tab><Esc><BS><Space>', '\r\r\t\x1b\x7f '],
    ['<Up><S-Tab><F1><F5><PageDown><C-Left>', '\x1b[A\x1b[Z\x1bOP\x1b[15~\x1b[6~\x1b[1;5D'],
    ['<lt>div>', '<div>'],
    ['a < b > c <1> <b> <stdio.h> 2>&1 <<EOF', 'a < b > c <1> <b> <stdio.h> 2>&1 <<EOF'],
    ['\x03', '\x03'],
  ])('%j', (notation, expected) => {
    expect(bytes(notation)).toBe(expected);
  });

  test('the arrows follow the mode that the program set, and say so', () => {
    const modes = { ...ordinaryModes, applicationCursorKeys: true };
    expect(bytes('<Up>x<Home>', modes)).toBe('\x1bOAx\x1bOH');
    expect(bytes('<C-Up>', modes)).toBe('\x1b[1;5A');
    expect(parseKeys('<Up>')).toMatchObject({ needsModes: true });
    expect(parseKeys('\\x03up')).toMatchObject({ needsModes: false });
  });

  test.each([
    [1, '<Esc>x<C-c><M-x><C-i>', '\x1b[27ux\x1b[99;5u\x1b[120;3u\x1b[105;5u'],
    [1, '<Enter><Tab><BS><S-Enter><S-Tab><A-S-x>', '\r\t\x7f\x1b[13;2u\x1b[9;2u\x1b[120;4u'],
    [1, '<Up><C-Left><F1><F3><PageDown>', '\x1b[A\x1b[1;5D\x1b[P\x1b[13~\x1b[6~'],
    [1 | 4, '<A-S-x>', '\x1b[120:88;4u'],
    [8, '<Enter><Space>', '\x1b[13u\x1b[32u'],
    [8 | 16, '<S-x>', '\x1b[120;2;88u'],
    [1, '\\x03', '\x03'],
  ])('with the kitty protocol and flags %i, %j', (kittyKeyboard, notation, expected) => {
    expect(bytes(notation, { ...ordinaryModes, kittyKeyboard })).toBe(expected);
  });

  test.each([
    [1, '<S-Enter><C-c><C-i><C-CR>', '\x1b[27;2;13~\x03\t\x1b[27;5;13~'],
    [2, '<S-Enter><C-c><Esc><Up>x', '\x1b[27;2;13~\x1b[27;5;99~\x1b\x1b[Ax'],
  ] as const)('with modifyOtherKeys %i, %j', (modifyOtherKeys, notation, expected) => {
    expect(bytes(notation, { ...ordinaryModes, modifyOtherKeys })).toBe(expected);
  });

  test.each(['<Entr>', '<div>', '<C-Foo>', '<D-x>', '<F13>', '\\xZZ', '\\u12', '\\u{110000}'])(
    'refuses %s and says how to write it',
    (notation) => {
      const keys = parseKeys(`ls ${notation}`);
      expect(keys).toMatchObject({ ok: false });
      expect(keys.ok ? '' : keys.error).toContain(`there is no key "${notation}`);
    },
  );

  test('any text can be written: with its backslashes doubled and its < named', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(bytes(text.replaceAll('\\', '\\\\').replaceAll('<', '<lt>'))).toBe(text);
      }),
    );
  });

  test('two notations that read alone read the same together, unless the seam makes a new escape or name', () => {
    const piece = fc.constantFrom('<Up>', '<C-c>', '\\x03', '\\n', 'abc', ' ', '<lt>', '\\u{e9}');
    fc.assert(
      fc.property(fc.array(piece), fc.nat(), (pieces, at) => {
        const [head, tail] = [pieces.slice(0, at).join(''), pieces.slice(at).join('')];
        expect(bytes(head) + bytes(tail)).toBe(bytes(head + tail));
      }),
    );
  });
});
