/** Encodes a key in the protocol that a program has asked for: kitty's, modifyOtherKeys, or the legacy bytes. */

import { controlCode, type HeldKeys, type KeyModes, keyBytes } from './key-bytes.ts';
import { ALT, CTRL, codeOfKey, type KeyStroke, pressedCode, SHIFT } from './key-stroke.ts';
import { kittyBytes } from './kitty-bytes.ts';

/** The modes of a program that decide about its keys, with those of the newer protocols. */
export type ProgramKeyModes = KeyModes & {
  /** Flags of the kitty protocol; unless they are 0, modifyOtherKeys does not count. */
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

// Encodes a key as xterm does for a program that has set modifyOtherKeys: `CSI 27 ; modifiers ; character ~`.

/** Returns undefined for keys that have their legacy bytes at this level: 1 changes only keys that have none of their own. */
function otherKeyBytes(stroke: KeyStroke, level: 1 | 2): string | undefined {
  const held = stroke.held & (SHIFT | ALT | CTRL);
  const { code } = stroke;
  const isCharacter = code > 0 && (code < 57344 || code > 63743);
  if (!isCharacter || held === 0 || stroke.text !== '') return undefined;
  if (level === 1 && hasOwnBytes(stroke.key, held)) return undefined;
  return `\x1b[27;${held + 1};${pressedCode(stroke)}~`;
}

function hasOwnBytes(key: string, held: number): boolean {
  if (key === 'enter') return false;
  if (key === 'tab') return held === SHIFT;
  if (key === 'escape' || key === 'backspace') return true;
  return (held & CTRL) === 0 || controlCode(key) !== undefined;
}
