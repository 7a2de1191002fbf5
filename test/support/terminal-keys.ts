/** The bytes that a terminal sends for its keys, by the modes that a program has set in it. */

import { rawOfText } from '../../src/tui/input/raw-text.ts';

const ESC = '\x1b';
const CSI = '\x1b[';

/** Modifiers as xterm numbers them: Shift, Alt, Ctrl and Meta, together and alone. */
const modifiers = range(2, 16);
const signs = ['é', '漢', '😀', 'ß', '€', 'Ж'];
const tildeNumbers = [1, 2, 3, 4, 5, 6, 7, 8, ...range(11, 15), ...range(17, 21), ...range(23, 26), 28, 29];
const moreFunctionKeys = [31, 32, 33, 34, ...range(42, 56)];

export type KeysOfXterm = { readonly applicationCursorKeys: boolean; readonly applicationKeypad: boolean };

/** Keys as xterm, rxvt and the Linux console send them, in the modes for the cursor keys and the keypad. */
export function legacyKeys({ applicationCursorKeys, applicationKeypad }: KeysOfXterm): readonly string[] {
  const ascii = range(0, 127).map((code) => String.fromCharCode(code));
  const characters = [...ascii, ...signs.map(rawOfText)];
  const cursor = [...'ABCDEFH'].map((letter) => `${ESC}${applicationCursorKeys ? 'O' : '['}${letter}`);
  const numbered = [...tildeNumbers, ...moreFunctionKeys].map((number) => `${CSI}${number}`);
  return [
    ...characters.flatMap((character) => [character, ESC + character]),
    ...cursor.flatMap((bytes) => [bytes, ESC + bytes]),
    ...[...'ABCDEFHPQRSEI'].flatMap((letter) => modifiers.map((held) => `${CSI}1;${held}${letter}`)),
    ...[...'PQRS'].flatMap((letter) => [`${ESC}O${letter}`, `${ESC}O5${letter}`, `${ESC}O1;3${letter}`]),
    ...numbered.flatMap((bytes) => modifiers.map((held) => `${bytes};${held}~`)),
    ...numbered.flatMap((bytes) => ['~', '$', '^', '@'].map((final) => bytes + final)),
    ...[...'abcd'].flatMap((letter) => [`${CSI}${letter}`, `${ESC}O${letter}`]),
    ...[...'ABCDE'].map((letter) => `${CSI}[${letter}`),
    ...[`${CSI}Z`, `${ESC}${CSI}Z`, `${CSI}1;3Z`],
    ...(applicationKeypad
      ? [...'jklmnopqrstuvwxyMX'].flatMap((letter) => [`${ESC}O${letter}`, `${ESC}O5${letter}`])
      : []),
  ];
}

/** Keys that xterm spells otherwise after modifyOtherKeys. */
export function otherKeys(): readonly string[] {
  const codes = [8, 9, 13, 27, ...range(32, 127), 0xe9, 0x416, 0x6f22];
  return codes.flatMap((code) => modifiers.map((held) => `${CSI}27;${held};${code}~`));
}

const EVENTS = 2;
const ALTERNATES = 4;
const ALL_KEYS = 8;
const TEXT = 16;
const SHIFT = 1;

/** Numbers of keys with a sign, the sign with Shift, and the key in their place on a US keyboard. */
const places = [
  [97, 65, 97],
  [49, 33, 49],
  [59, 58, 59],
  [233, 201, 97],
  [1078, 1046, 59],
] as const;

/** Keys as a terminal sends them under these flags of the kitty protocol, of which the first is set. */
export function kittyKeys(flags: number): readonly string[] {
  const events = (flags & EVENTS) === 0 ? [''] : ['', ':2', ':3'];
  const strokes = range(0, 63).flatMap((held) => events.map((event) => ({ held, event })));
  return strokes.flatMap((stroke) => [...numberedKeys(stroke, flags), ...signKeys(stroke, flags)]);
}

type Stroke = { readonly held: number; readonly event: string };

function stateOf({ held, event }: Stroke): string {
  return held === 0 && event === '' ? '' : `;${held + 1}${event}`;
}

function numberedKeys(stroke: Stroke, flags: number): readonly string[] {
  const all = (flags & ALL_KEYS) !== 0;
  const state = stateOf(stroke);
  const plain = all || stroke.held !== 0 ? [9, 13, 127] : [];
  const keypad = [57414, ...range(57417, 57427)];
  const typing = (all || stroke.held > SHIFT) && !types(stroke, flags) ? [57399, 57404, 57413, 57415] : [];
  const alone = all ? [57358, 57359, 57360, 57441, 57450, 57453] : [];
  return [
    ...[2, 3, 5, 6, 13, 15, 17, 24].map((number) => `${CSI}${number}${state}~`),
    ...[...'ABCDEFHPQS'].map((letter) => `${CSI}${state === '' ? '' : `1${state}`}${letter}`),
    ...[27, ...plain, 57361, 57363, 57376, 57398, 57428, 57440, ...keypad, ...typing, ...alone].map(
      (code) => `${CSI}${code}${state}u`,
    ),
  ];
}

function signKeys(stroke: Stroke, flags: number): readonly string[] {
  if ((flags & ALL_KEYS) === 0 && stroke.held <= SHIFT) return [];
  const field = stateOf(stroke);
  return places.map((place) => {
    const [code, upper] = place;
    const alternates = (flags & ALTERNATES) === 0 ? '' : alternatesOf(stroke, place);
    const text = types(stroke, flags) ? `;${stroke.held === SHIFT ? upper : code}` : '';
    return `${CSI}${code}${alternates}${field === '' && text !== '' ? ';' : field}${text}u`;
  });
}

function alternatesOf({ held }: Stroke, [code, upper, place]: (typeof places)[number]): string {
  const shifted = (held & SHIFT) === 0 ? '' : String(upper);
  const base = place === code ? '' : `:${place}`;
  return shifted === '' && base === '' ? '' : `:${shifted}${base}`;
}

/** Whether the text of a sign is told with its key. */
function types({ held, event }: Stroke, flags: number): boolean {
  return (flags & TEXT) !== 0 && held <= SHIFT && event !== ':3';
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
