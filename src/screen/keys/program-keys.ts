/** Encodes a key in the protocol that a program has asked for: kitty's, modifyOtherKeys, or the legacy bytes. */

import { type HeldKeys, type KeyModes, keyBytes } from './key-bytes.ts';
import { ALT, CTRL, codeOfKey, type KeyStroke, SHIFT } from './key-stroke.ts';
import { kittyBytes } from './kitty-bytes.ts';
import { otherKeyBytes } from './other-key-bytes.ts';

/** The modes of a program that decide about its keys, with those of the newer protocols. */
export type ProgramKeyModes = KeyModes & {
  /** Flags of the kitty protocol; they go before modifyOtherKeys. */
  readonly kittyKeyboard: number;
  readonly modifyOtherKeys: 0 | 1 | 2;
};

/** Returns the bytes of a key in a newer protocol; undefined for one that has its legacy bytes. */
export function newerKeyBytes(
  stroke: KeyStroke,
  { kittyKeyboard, modifyOtherKeys, ...modes }: ProgramKeyModes,
): string | undefined {
  if (kittyKeyboard !== 0) return kittyBytes(stroke, kittyKeyboard, modes);
  return modifyOtherKeys === 0 ? undefined : otherKeyBytes(stroke, modifyOtherKeys);
}

/** Returns the bytes of a key that is pressed by its name; undefined for keys that have none. */
export function pressedKeyBytes(key: string, held: HeldKeys, modes: ProgramKeyModes): string | undefined {
  const legacy = keyBytes(key, held, modes);
  return legacy === undefined ? undefined : (newerKeyBytes(namedStroke(key, held), modes) ?? legacy);
}

const SUPER = 8;

/** Returns the stroke of a named key. A capital letter is pressed with Shift; of other signs the keyboard is unknown. */
function namedStroke(key: string, { ctrl, alt, shift, super: command }: HeldKeys): KeyStroke {
  const isLetter = /^\p{L}$/u.test(key);
  const plain = isLetter ? key.toLowerCase() : key;
  const isShifted = shift || plain !== key;
  const upper = isLetter && isShifted ? plain.toUpperCase() : '';
  const character = key === 'space' ? ' ' : [...key].length === 1 ? key : '';
  return {
    key: plain,
    code: codeOfKey(plain),
    shifted: upper === '' ? undefined : upper.codePointAt(0),
    base: undefined,
    held: (isShifted ? SHIFT : 0) | (alt ? ALT : 0) | (ctrl ? CTRL : 0) | (command ? SUPER : 0),
    event: 'press',
    text: ctrl || alt || command ? '' : upper || character,
  };
}
