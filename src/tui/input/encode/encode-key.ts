/** Encodes a key into the bytes that a program expects in its current modes. */

import { type KeyModes, keyBytes } from '../../../screen/keys/key-bytes.ts';
import type { KeyStroke } from '../../../screen/keys/key-stroke.ts';
import { newerKeyBytes, type ProgramKeyModes } from '../../../screen/keys/program-keys.ts';
import { parseKeyName } from '../key-name.ts';
import { rawText } from '../raw-text.ts';
import type { KeyToken } from '../token.ts';
import { isKeypadOfXterm, strokeOf } from './key-stroke.ts';

/** Returns undefined for keys without a legacy encoding. */
export function encodeKey(name: string, modes: KeyModes): string | undefined {
  const { key, modifiers } = parseKeyName(name);
  return keyBytes(key, modifiers, modes);
}

/** Returns the bytes to send for a key that goes to the program, in the protocol that the program has asked for. */
export function keyForProgram(token: KeyToken, modes: ProgramKeyModes): string {
  return newerBytes(token, modes) ?? (token.released ? '' : legacyBytes(token, modes));
}

/** Returns undefined for keys that have their legacy bytes. */
function newerBytes(token: KeyToken, modes: ProgramKeyModes): string | undefined {
  const { kittyKeyboard, modifyOtherKeys } = modes;
  if (kittyKeyboard === 0) {
    if (modifyOtherKeys === 0 || token.released) return undefined;
    // The outer terminal was asked for the same: it knows its keyboard, of which other spellings of the key tell less.
    if (isOtherKeys(token.raw)) return token.raw;
  }
  const stroke = strokeOf(token);
  return isUnknown(stroke) ? undefined : newerKeyBytes(stroke, modes);
}

/** Whether a key came as a terminal spells it that was asked for modifyOtherKeys. */
function isOtherKeys(raw: string): boolean {
  return /^\x1b\[27;\d+;\d+~$/.test(raw);
}

/** Whether a key has neither a name nor a number: its bytes go on as they came. */
function isUnknown({ key, code }: KeyStroke): boolean {
  return key === 'unknown' && code === 0;
}

/**
 * Returns the key's own bytes, unless the outer terminal used an encoding that only cotty asked for (kitty,
 * modifyOtherKeys) or that depends on the outer terminal's modes (arrows, keypad).
 */
function legacyBytes({ raw, name, text }: KeyToken, modes: KeyModes): string {
  // In application mode the keypad sends other bytes than the same keys elsewhere, so its bytes go through unchanged.
  if (modes.applicationKeypad && isKeypadOfXterm(raw)) return raw;
  if (!needsEncoding(raw)) return rawText(raw);
  const legacy = text ?? encodeKey(name, modes);
  return legacy ?? (isRequestedEncoding(raw) ? '' : rawText(raw));
}

function needsEncoding(raw: string): boolean {
  return isRequestedEncoding(raw) || isKeypadOfXterm(raw) || /^\x1b[[O][A-DFH]$/.test(raw);
}

/** Whether the key came as kitty or modifyOtherKeys, which cotty requested from the outer terminal. */
function isRequestedEncoding(raw: string): boolean {
  return /^\x1b\[(?:[0-9:;]+u|27;\d+;\d+~|[0-9]+;[0-9]+:[0-9]+[A-~])$/.test(raw);
}
