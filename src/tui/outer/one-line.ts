/** Makes text safe for the outer terminal: it cannot end the sequence that carries it, or start another. */

import { nameText } from '../../protocol/common/name-text.ts';

/** Returns one line of at most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  const clean = nameText(text.slice(0, 4 * limit)).trim();
  return [...clean].slice(0, limit).join('');
}
