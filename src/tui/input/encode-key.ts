/** A key by name, spelled in the bytes a program expects in its present modes. */

import { type KeyModes, keyBytes } from '../../screen/keys/key-bytes.ts';
import { parseKeyName } from './key-name.ts';
import { rawText } from './raw-text.ts';
import type { KeyToken } from './token.ts';

/** Undefined for keys that have no legacy spelling. */
export function encodeKey(name: string, modes: KeyModes): string | undefined {
  const { key, modifiers } = parseKeyName(name);
  return keyBytes(key, modifiers, modes);
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
