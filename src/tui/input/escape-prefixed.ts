/** Keys that came as ESC and the bytes of another key: Alt with that key, or Escape and that key in one read. */

import type { KeyToken, Token } from './token.ts';
import { flush, startOfInput, tokenise } from './token-stream.ts';

/**
 * Whether a key came as ESC and the bytes of another key. Only whoever gets the key can decide what is meant. A terminal that
 * was asked to tell keys apart, and does, has its own sequence for Alt.
 */
export function isEscapePrefixed(raw: string): boolean {
  if (raw.length < 2 || !raw.startsWith('\x1b')) return false;
  const beginsSequence = raw.charAt(1) === '[' || raw.charAt(1) === 'O';
  return raw.length === 2 || !beginsSequence;
}

/** Returns Escape and the key after it, of a key for which `isEscapePrefixed` holds. */
export function escapeAndKey({ raw }: KeyToken): readonly Token[] {
  return ['\x1b', raw.slice(1)].flatMap((bytes) => {
    const { state, tokens } = tokenise(startOfInput, bytes);
    return [...tokens, ...flush(state).tokens];
  });
}
