/** Encodes a key into the bytes that a program expects in its current modes. */

import { type KeyModes, keyBytes } from '../../screen/keys/key-bytes.ts';
import { parseKeyName } from './key-name.ts';
import { rawText } from './raw-text.ts';
import type { KeyToken } from './token.ts';

/** Returns undefined for keys without a legacy encoding. */
export function encodeKey(name: string, modes: KeyModes): string | undefined {
  const { key, modifiers } = parseKeyName(name);
  return keyBytes(key, modifiers, modes);
}

/**
 * Returns the bytes to send for a key in RAW: its own bytes, unless the outer terminal used an encoding that only
 * cotty asked for (kitty, modifyOtherKeys) or that depends on the outer terminal's modes (arrows, keypad).
 */
export function keyForProgram(token: KeyToken, modes: KeyModes): string {
  if (token.released) return '';
  // In application mode the keypad sends other bytes than the same keys elsewhere, so its bytes go through unchanged.
  if (modes.applicationKeypad && isKeypad(token.raw)) return token.raw;
  if (!needsEncoding(token.raw)) return rawText(token.raw);
  const legacy = token.text ?? encodeKey(token.name, modes);
  return legacy ?? (isRequestedEncoding(token.raw) ? '' : rawText(token.raw));
}

function isKeypad(raw: string): boolean {
  return /^\x1bO[j-yMX]$/.test(raw);
}

function needsEncoding(raw: string): boolean {
  return isRequestedEncoding(raw) || isKeypad(raw) || /^\x1b[[O][A-DFH]$/.test(raw);
}

/** Whether the key came as kitty or modifyOtherKeys, which cotty requested from the outer terminal. */
function isRequestedEncoding(raw: string): boolean {
  return /^\x1b\[(?:[0-9:;]+u|27;\d+;\d+~|[0-9]+;[0-9]+:[0-9]+[A-~])$/.test(raw);
}
