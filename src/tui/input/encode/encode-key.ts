/** Encodes a key into the bytes that a program expects in its current modes. */

import { type KeyModes, keyBytes } from '../../../screen/keys/key-bytes.ts';
import type { KeyStroke } from '../../../screen/keys/key-stroke.ts';
import { newerKeyBytes, type ProgramKeyModes } from '../../../screen/keys/program-keys.ts';
import { isEscapePrefixed } from '../escape-prefixed.ts';
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
  // Nobody but the program can decide what is meant, so it gets the bytes as they came, under every protocol.
  if (isEscapePrefixed(token.raw)) return undefined;
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
 * modifyOtherKeys) or that depends on the outer terminal's modes (arrows, keypad). F1 to F4 are then `SS3 P` to `SS3 S`.
 */
function legacyBytes({ raw, name, text }: KeyToken, modes: ProgramKeyModes): string {
  // In application mode the keypad sends other bytes than the same keys elsewhere, so its bytes go through unchanged.
  if (modes.applicationKeypad && isKeypadOfXterm(raw)) return raw;
  if (!needsEncoding(raw) && !(modes.modifyOtherKeys !== 0 && KITTY_F3.test(raw))) return rawText(raw);
  const legacy = text ?? encodeKey(name, modes);
  return legacy ?? (isRequestedEncoding(raw) ? '' : rawText(raw));
}

function needsEncoding(raw: string): boolean {
  return isRequestedEncoding(raw) || isKeypadOfXterm(raw) || /^\x1b[[O][A-DFHPQS]$/.test(raw);
}

/**
 * F3 as kitty spells it. Other terminals use the same number for their own F3, so it is read as kitty's only while the outer
 * terminal is asked for kitty's protocol on behalf of a program that has set modifyOtherKeys.
 */
const KITTY_F3 = /^\x1b\[13(?:;\d+)?~$/;

/** Whether the key came as kitty or modifyOtherKeys, which cotty requested from the outer terminal. */
function isRequestedEncoding(raw: string): boolean {
  return /^\x1b\[(?:[0-9:;]+u|27;\d+;\d+~|[0-9]+;[0-9]+:[0-9]+[A-~])$/.test(raw);
}
