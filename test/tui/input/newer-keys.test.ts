import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isModifierAlone, keyForProgram } from '../../../src/tui/input/encode-key.ts';
import { flush, startOfInput, tokenise } from '../../../src/tui/input/key-input.ts';
import { rawOfText } from '../../../src/tui/input/raw-text.ts';
import type { KeyToken } from '../../../src/tui/input/token.ts';

const plain = {
  applicationCursorKeys: false,
  applicationKeypad: false,
  kittyKeyboard: 0,
  modifyOtherKeys: 0,
} as const;
const E = '\x1b';
const CSI = '\x1b[';

/** What an outer terminal sent, and what the program gets under flags 1, 3, 5, 8, and all of them. */
const table: readonly (readonly [name: string, raw: string, ...bytes: readonly string[]])[] = [
  ['a', 'a', 'a', 'a', 'a', `${CSI}97u`, `${CSI}97;;97u`],
  ['A', 'A', 'A', 'A', 'A', `${CSI}97;2u`, `${CSI}97:65;2;65u`],
  ['é', rawOfText('é'), 'é', 'é', 'é', `${CSI}233u`, `${CSI}233;;233u`],
  ['!, told', `${CSI}49:33;2u`, '!', '!', '!', `${CSI}49;2u`, `${CSI}49:33;2;33u`],
  ['!, typed', '!', '!', '!', '!', `${CSI}33u`, `${CSI}33;;33u`],
  ['space', ' ', ' ', ' ', ' ', `${CSI}32u`, `${CSI}32;;32u`],
  [
    'с (Cyrillic)',
    `${CSI}1089::99;5u`,
    ...[`${CSI}1089;5u`, `${CSI}1089;5u`, `${CSI}1089::99;5u`, `${CSI}1089;5u`, `${CSI}1089::99;5u`],
  ],
  ['ctrl+a', '\x01', ...Array<string>(5).fill(`${CSI}97;5u`)],
  ['ctrl+i', `${CSI}105;5u`, ...Array<string>(5).fill(`${CSI}105;5u`)],
  ['ctrl+space', '\x00', ...Array<string>(5).fill(`${CSI}32;5u`)],
  ['alt+a', `${CSI}97;3u`, ...Array<string>(5).fill(`${CSI}97;3u`)],
  ['alt+a by modifyOtherKeys', `${CSI}27;3;97~`, ...Array<string>(5).fill(`${CSI}97;3u`)],
  ['alt+a, or escape and a', `${E}a`, ...Array<string>(5).fill(`${E}a`)],
  ['alt+A, or escape and A', `${E}A`, ...Array<string>(5).fill(`${E}A`)],
  ['alt+é, or escape and é', E + rawOfText('é'), ...Array<string>(5).fill(`${E}é`)],
  [
    'ctrl+shift+k',
    `${CSI}107:75;6u`,
    ...[`${CSI}107;6u`, `${CSI}107;6u`, `${CSI}107:75;6u`, `${CSI}107;6u`, `${CSI}107:75;6u`],
  ],
  ['ctrl+alt+x', `${CSI}120;7u`, ...Array<string>(5).fill(`${CSI}120;7u`)],
  ['ctrl+alt+x, or escape and ctrl+x', `${E}\x18`, ...Array<string>(5).fill(`${E}\x18`)],
  ['super+k', `${CSI}107;9u`, ...Array<string>(5).fill(`${CSI}107;9u`)],
  ['ctrl+a by modifyOtherKeys', `${CSI}27;5;97~`, ...Array<string>(5).fill(`${CSI}97;5u`)],
  ['ctrl+shift+a by modifyOtherKeys', `${CSI}27;6;65~`, ...Array<string>(5).fill(`${CSI}97;6u`)],
  ['escape', E, ...Array<string>(5).fill(`${CSI}27u`)],
  ['enter', '\r', '\r', '\r', '\r', `${CSI}13u`, `${CSI}13u`],
  ['shift+enter', `${CSI}13;2u`, ...Array<string>(5).fill(`${CSI}13;2u`)],
  ['shift+enter by modifyOtherKeys', `${CSI}27;2;13~`, ...Array<string>(5).fill(`${CSI}13;2u`)],
  ['alt+enter', `${CSI}13;3u`, ...Array<string>(5).fill(`${CSI}13;3u`)],
  ['alt+enter, or escape and enter', `${E}\r`, ...Array<string>(5).fill(`${E}\r`)],
  ['alt+up, or escape and up', `${E}${CSI}A`, ...Array<string>(5).fill(`${E}${CSI}A`)],
  ['tab', '\t', '\t', '\t', '\t', `${CSI}9u`, `${CSI}9u`],
  ['shift+tab', `${CSI}Z`, ...Array<string>(5).fill(`${CSI}9;2u`)],
  ['backspace', '\x7f', '\x7f', '\x7f', '\x7f', `${CSI}127u`, `${CSI}127u`],
  ['ctrl+backspace', `${CSI}127;5u`, ...Array<string>(5).fill(`${CSI}127;5u`)],
  ['up', `${E}OA`, ...Array<string>(5).fill(`${CSI}A`)],
  ['ctrl+up', `${CSI}1;5A`, ...Array<string>(5).fill(`${CSI}1;5A`)],
  ['home', `${CSI}1~`, ...Array<string>(5).fill(`${CSI}H`)],
  ['delete', `${CSI}3~`, ...Array<string>(5).fill(`${CSI}3~`)],
  ['shift+pageup', `${CSI}5;2~`, ...Array<string>(5).fill(`${CSI}5;2~`)],
  ['f1', `${E}OP`, ...Array<string>(5).fill(`${CSI}P`)],
  ['f3', `${E}OR`, ...Array<string>(5).fill(`${CSI}13~`)],
  ['ctrl+f3', `${CSI}1;5R`, ...Array<string>(5).fill(`${CSI}13;5~`)],
  ['f5', `${CSI}15~`, ...Array<string>(5).fill(`${CSI}15~`)],
  ['f13', `${CSI}57376u`, ...Array<string>(5).fill(`${CSI}57376u`)],
  ['f21 by its number', `${CSI}42~`, ...Array<string>(5).fill(`${CSI}57384u`)],
  ['a key for music', `${CSI}57430u`, ...Array<string>(5).fill(`${CSI}57430u`)],
  ['5 of the keypad', `${CSI}57404;129u`, '5', '5', '5', `${CSI}53;129u`, `${CSI}57404;129;53u`],
  ['5 of the keypad in application mode', `${E}Ou`, '5', '5', '5', `${CSI}53u`, `${CSI}57404;;53u`],
  [
    'enter of the keypad',
    `${E}OM`,
    ...[`${CSI}57414u`, `${CSI}57414u`, `${CSI}57414u`, `${CSI}13u`, `${CSI}57414u`],
  ],
  [
    'left of the keypad',
    `${CSI}57417u`,
    ...[`${CSI}57417u`, `${CSI}57417u`, `${CSI}57417u`, `${CSI}D`, `${CSI}57417u`],
  ],
  ['a that repeats', `${CSI}97;1:2u`, 'a', 'a', 'a', `${CSI}97u`, `${CSI}97;1:2;97u`],
  ['a that goes up', `${CSI}97;1:3u`, '', `${CSI}97;1:3u`, '', '', `${CSI}97;1:3u`],
  ['enter that goes up', `${CSI}13;1:3u`, '', '', '', '', `${CSI}13;1:3u`],
  ['up that goes up', `${CSI}1;1:3A`, '', `${CSI}1;1:3A`, '', '', `${CSI}1;1:3A`],
  [
    'shift+f5 that repeats',
    `${CSI}15;2:2~`,
    ...[`${CSI}15;2~`, `${CSI}15;2:2~`, `${CSI}15;2~`, `${CSI}15;2~`, `${CSI}15;2:2~`],
  ],
  ['shift alone', `${CSI}57441;2u`, '', '', '', `${CSI}57441;2u`, `${CSI}57441;2u`],
  ['caps lock', `${CSI}57358;65u`, '', '', '', `${CSI}57358;65u`, `${CSI}57358;65u`],
  [
    'ctrl+a with num lock',
    `${CSI}97;133u`,
    ...[`${CSI}97;5u`, `${CSI}97;5u`, `${CSI}97;5u`],
    `${CSI}97;133u`,
    `${CSI}97;133u`,
  ],
  ['enter with num lock', `${CSI}13;129u`, '\r', '\r', '\r', `${CSI}13;129u`, `${CSI}13;129u`],
];
const FLAGS = [1, 3, 5, 8, 31];

describe('a program that wants kitty keys', () => {
  test.each(table)('gets %s (%j) as its flags say', (_name, raw, ...bytes) => {
    const got = FLAGS.map((kittyKeyboard) => keyForProgram(keyOf(raw), { ...plain, kittyKeyboard }));
    expect(got).toEqual(bytes);
  });

  test.each([
    ['up', `${CSI}A`, 4, `${E}OA`],
    ['up beside event types', `${E}OA`, 2, `${CSI}A`],
    ['ctrl+a', `${CSI}97;5u`, 16, '\x01'],
    ['ctrl+shift+k', `${CSI}107;6u`, 2, '\x0b'],
    ['ctrl+shift+k with its other character', `${CSI}107:75;6u`, 4, `${CSI}107:75;6u`],
    ['alt+!', `${CSI}49:33;4u`, 2, `${E}!`],
    ['alt+!, or escape and !', `${E}!`, 2, `${E}!`],
    ['escape', E, 2, E],
    ['escape that goes up', `${CSI}27;1:3u`, 2, `${CSI}27;1:3u`],
    ['shift+enter', `${CSI}13;2u`, 2, '\r'],
    ['super+k, which has no other bytes', `${CSI}107;9u`, 2, `${CSI}107;9u`],
  ])('gets legacy bytes while it did not ask to tell keys apart: %s', (_name, raw, flags, bytes) => {
    const modes = {
      ...plain,
      applicationCursorKeys: true,
      kittyKeyboard: flags,
      modifyOtherKeys: 2,
    } as const;
    expect(keyForProgram(keyOf(raw), modes)).toBe(bytes);
  });

  test('gets a key of a terminal with the same flags byte for byte', () => {
    const key = fc.constantFrom(97, 122, 48, 13, 9, 27, 127, 57376, 57399, 57414, 57417);
    const held = fc.constantFrom(4, 5, 6, 7, 8, 12);
    fc.assert(
      fc.property(key, held, fc.constantFrom('', ':2', ':3'), (code, bits, event) => {
        const raw = `${CSI}${code};${bits + 1}${event}u`;
        expect(keyForProgram(keyOf(raw), { ...plain, kittyKeyboard: 11 })).toBe(raw);
      }),
    );
  });

  test('gets bytes that are no key of any terminal as they came', () => {
    expect(keyForProgram(keyOf(`${CSI}99~`), { ...plain, kittyKeyboard: 31 })).toBe(`${CSI}99~`);
  });
});

describe('a program that set modifyOtherKeys', () => {
  test.each([
    ['a', 'a', 'a', 'a'],
    ['A', `${CSI}97:65;2u`, 'A', 'A'],
    ['ctrl+a', '\x01', '\x01', `${CSI}27;5;97~`],
    ['ctrl+i', `${CSI}105;5u`, '\t', `${CSI}27;5;105~`],
    ['ctrl+;', `${CSI}59;5u`, `${CSI}27;5;59~`, `${CSI}27;5;59~`],
    ['ctrl+shift+k', `${CSI}107;6u`, '\x0b', `${CSI}27;6;75~`],
    ['alt+a', `${CSI}97;3u`, `${E}a`, `${CSI}27;3;97~`],
    ['alt+A', `${CSI}97:65;4u`, `${E}A`, `${CSI}27;4;65~`],
    ['alt+: of a terminal that knows it', `${CSI}27;3;58~`, `${CSI}27;3;58~`, `${CSI}27;3;58~`],
    ['alt+:, or escape and :', `${E}:`, `${E}:`, `${E}:`],
    ['alt+é, or escape and é', E + rawOfText('é'), `${E}é`, `${E}é`],
    ['alt+[, or escape and [', `${CSI}`, CSI, CSI],
    ['alt+O, or escape and O', `${E}O`, `${E}O`, `${E}O`],
    ['alt+enter, or escape and enter', `${E}\r`, `${E}\r`, `${E}\r`],
    ['alt+ctrl+x, or escape and ctrl+x', `${E}\x18`, `${E}\x18`, `${E}\x18`],
    ['alt+up, or escape and up', `${E}${CSI}A`, `${E}${CSI}A`, `${E}${CSI}A`],
    ['f1', `${CSI}P`, `${E}OP`, `${E}OP`],
    ['f2', `${CSI}Q`, `${E}OQ`, `${E}OQ`],
    ['f3', `${CSI}13~`, `${E}OR`, `${E}OR`],
    ['f4', `${CSI}S`, `${E}OS`, `${E}OS`],
    ['f3 of a terminal without kitty keys', `${E}OR`, `${E}OR`, `${E}OR`],
    ['shift+f1', `${CSI}1;2P`, `${CSI}1;2P`, `${CSI}1;2P`],
    ['shift+f3', `${CSI}13;2~`, `${CSI}1;2R`, `${CSI}1;2R`],
    ['f12', `${CSI}24~`, `${CSI}24~`, `${CSI}24~`],
    ['f13', `${CSI}57376u`, `${CSI}25~`, `${CSI}25~`],
    ['shift+f13', `${CSI}57376;2u`, `${CSI}25;2~`, `${CSI}25;2~`],
    ['f13 by its number', `${CSI}25~`, `${CSI}25~`, `${CSI}25~`],
    ['f20', `${CSI}57383u`, `${CSI}34~`, `${CSI}34~`],
    ['f35', `${CSI}57398u`, `${CSI}56~`, `${CSI}56~`],
    ['enter', '\r', '\r', '\r'],
    ['shift+enter', `${CSI}13;2u`, `${CSI}27;2;13~`, `${CSI}27;2;13~`],
    ['ctrl+enter', `${CSI}13;5u`, `${CSI}27;5;13~`, `${CSI}27;5;13~`],
    ['tab', '\t', '\t', '\t'],
    ['shift+tab', `${CSI}Z`, `${CSI}Z`, `${CSI}27;2;9~`],
    ['ctrl+tab', `${CSI}9;5u`, `${CSI}27;5;9~`, `${CSI}27;5;9~`],
    ['escape', E, E, E],
    ['ctrl+backspace', `${CSI}127;5u`, '\b', `${CSI}27;5;127~`],
    ['ctrl+space', '\x00', '\x00', `${CSI}27;5;32~`],
    ['ctrl+super+a of a terminal that knows it', `${CSI}27;13;97~`, `${CSI}27;13;97~`, `${CSI}27;13;97~`],
    ['ctrl+up', `${CSI}1;5A`, `${CSI}1;5A`, `${CSI}1;5A`],
    ['f5', `${CSI}15~`, `${CSI}15~`, `${CSI}15~`],
    ['a that goes up', `${CSI}97;5:3u`, '', ''],
    ['shift alone', `${CSI}57441;2u`, '', ''],
  ])('gets %s (%j) as levels 1 and 2 say', (_name, raw, first, second) => {
    const got = ([1, 2] as const).map((modifyOtherKeys) =>
      keyForProgram(keyOf(raw), { ...plain, modifyOtherKeys }),
    );
    expect(got).toEqual([first, second]);
  });
});

test('a program that has asked for nothing gets F3 as it came, by the number that other terminals give it', () => {
  expect(keyForProgram(keyOf(`${CSI}13~`), plain)).toBe(`${CSI}13~`);
});

test.each([
  [`${CSI}57441;2u`, true],
  [`${CSI}57358u`, true],
  [`${CSI}57430u`, false],
  [`${CSI}97;5u`, false],
  ['u', false],
  [`${CSI}99~`, false],
])('a modifier alone is told from other keys: %j', (raw, alone) => {
  expect(isModifierAlone(keyOf(raw))).toBe(alone);
});

function keyOf(raw: string): KeyToken {
  const { state, tokens } = tokenise(startOfInput, raw);
  const token = tokens[0] ?? flush(state).tokens[0];
  if (token?.kind !== 'key') throw new Error(`no key: ${JSON.stringify(raw)}`);
  return token;
}
