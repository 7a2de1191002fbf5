/** Decodes a key sent as one character: text, a control code, or either of them after an ESC (Alt). */

import { keyName, noModifiers } from './key-name.ts';
import { rawText } from './raw-text.ts';
import type { KeyToken } from './token.ts';

const controlNames: Readonly<Record<number, string>> = {
  0: 'ctrl+space',
  9: 'tab',
  13: 'enter',
  27: 'escape',
  28: 'ctrl+\\',
  29: 'ctrl+]',
  30: 'ctrl+^',
  31: 'ctrl+_',
  127: 'backspace',
};

/** Decodes the bytes of one whole character. 0x08 is `ctrl+h` and 0x0a is `ctrl+j`, as in a kitty terminal. */
export function plainKey(character: string): KeyToken {
  const name = controlName(character.charCodeAt(0));
  if (name !== undefined) return { kind: 'key', name, raw: character };
  const text = rawText(character);
  return { kind: 'key', name: text === ' ' ? 'space' : text, text, raw: character };
}

export function altKey(character: string): KeyToken {
  const plain = plainKey(character);
  const control = plain.name.startsWith('ctrl+') && plain.text === undefined;
  const name = control
    ? keyName(plain.name.slice('ctrl+'.length), { ...noModifiers, ctrl: true, alt: true })
    : keyName(plain.name, { ...noModifiers, alt: true });
  return { kind: 'key', name, raw: `\x1b${character}` };
}

function controlName(code: number): string | undefined {
  const special = controlNames[code];
  if (special !== undefined) return special;
  return code >= 0x01 && code <= 0x1a ? `ctrl+${String.fromCharCode(code + 0x60)}` : undefined;
}
