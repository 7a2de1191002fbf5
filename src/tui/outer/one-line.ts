/** Makes text safe for the outer terminal: it cannot end the sequence that carries it, or start another. */

/** Control characters, marks that would reverse the direction of the rest, line separators, lone surrogates. */
const notInLines = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** Returns one line of at most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  const clean = text
    .slice(0, 4 * limit)
    .replace(notInLines, ' ')
    .trim();
  return [...clean].slice(0, limit).join('');
}
