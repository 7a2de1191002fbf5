/** Text for the outer terminal that is only text: nothing in it can end the sequence it travels in, or start another. */

/** Control characters, direction marks that would turn the rest around, line and paragraph separators, lone surrogates. */
const notInLines = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

/** At most `limit` characters. */
export function oneLine(text: string, limit: number): string {
  const clean = text
    .slice(0, 4 * limit)
    .replace(notInLines, ' ')
    .trim();
  return [...clean].slice(0, limit).join('');
}
