/** A key by name, spelled in the bytes a program expects in its present modes. */

import { type Modifiers, parseKeyName } from './key-name.ts';
import { rawText } from './raw-text.ts';
import type { KeyToken } from './token.ts';

export type KeyModes = { readonly applicationCursorKeys: boolean; readonly applicationKeypad: boolean };

const cursorLetters: Readonly<Record<string, string>> = {
  up: 'A',
  down: 'B',
  right: 'C',
  left: 'D',
  begin: 'E',
  end: 'F',
  home: 'H',
};
const functionLetters: Readonly<Record<string, string>> = { f1: 'P', f2: 'Q', f3: 'R', f4: 'S' };
const tildeNumbers: Readonly<Record<string, number>> = {
  insert: 2,
  delete: 3,
  pageup: 5,
  pagedown: 6,
  f5: 15,
  f6: 17,
  f7: 18,
  f8: 19,
  f9: 20,
  f10: 21,
  f11: 23,
  f12: 24,
};
const plainBytes: Readonly<Record<string, string>> = {
  enter: '\r',
  tab: '\t',
  escape: '\x1b',
  backspace: '\x7f',
  space: ' ',
};

/** Legacy xterm spelling, which every program knows; undefined for keys that have none. */
export function encodeKey(name: string, modes: KeyModes): string | undefined {
  const { key, modifiers } = parseKeyName(name);
  return encodeNamed(key, modifiers, modes) ?? encodeCharacter(key, modifiers);
}

/**
 * What to send for a key in RAW: its own bytes, unless the outer terminal spelled it in a way that only it was asked
 * for (kitty, modifyOtherKeys) or in the modes of another moment (arrows, keypad).
 */
export function keyForProgram(token: KeyToken, modes: KeyModes): string {
  if (token.released) return '';
  // The keypad in application mode types other bytes than the same keys elsewhere: only it knows both.
  if (modes.applicationKeypad && isKeypad(token.raw)) return token.raw;
  if (!isRespelled(token.raw)) return rawText(token.raw);
  const legacy = token.text ?? encodeKey(token.name, modes);
  return legacy ?? (isOurDialect(token.raw) ? '' : rawText(token.raw));
}

function isKeypad(raw: string): boolean {
  return /^\x1bO[j-yMX]$/.test(raw);
}

function isRespelled(raw: string): boolean {
  return isOurDialect(raw) || isKeypad(raw) || /^\x1b[[O][A-DFH]$/.test(raw);
}

function isOurDialect(raw: string): boolean {
  return /^\x1b\[(?:[0-9:;]+u|27;\d+;\d+~|[0-9]+;[0-9]+:[0-9]+[A-~])$/.test(raw);
}

function encodeNamed(key: string, modifiers: Modifiers, modes: KeyModes): string | undefined {
  const parameter = modifierParameter(modifiers);
  const cursor = cursorLetters[key];
  if (cursor !== undefined) {
    if (parameter > 1) return `\x1b[1;${parameter}${cursor}`;
    return `\x1b${modes.applicationCursorKeys ? 'O' : '['}${cursor}`;
  }
  const letter = functionLetters[key];
  if (letter !== undefined) return parameter > 1 ? `\x1b[1;${parameter}${letter}` : `\x1bO${letter}`;
  const number = tildeNumbers[key];
  if (number !== undefined) return parameter > 1 ? `\x1b[${number};${parameter}~` : `\x1b[${number}~`;
  return key === 'tab' && modifiers.shift ? `${modifiers.alt ? '\x1b' : ''}\x1b[Z` : undefined;
}

function encodeCharacter(key: string, { ctrl, alt, super: command }: Modifiers): string | undefined {
  if (command) return undefined;
  const plain = plainBytes[key] ?? ([...key].length === 1 ? key : undefined);
  const typed = ctrl ? controlOf(key, plain) : plain;
  return typed === undefined ? undefined : `${alt ? '\x1b' : ''}${typed}`;
}

/** Keys without a control code of their own keep their plain one, as terminals do (ctrl+enter is CR). */
function controlOf(key: string, plain: string | undefined): string | undefined {
  if (key === 'space' || key === '@' || key === '2') return '\x00';
  if (key === 'backspace') return '\x08';
  if (key === '?') return '\x7f';
  if (key === '/') return '\x1f';
  if (/^[a-z[\\\]^_]$/.test(key)) return String.fromCharCode(key.toUpperCase().charCodeAt(0) & 0x1f);
  return plain;
}

function modifierParameter(modifiers: Modifiers): number {
  return 1 + (modifiers.shift ? 1 : 0) + (modifiers.alt ? 2 : 0) + (modifiers.ctrl ? 4 : 0);
}
