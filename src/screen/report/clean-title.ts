/** Makes a title that a program has set safe to show: one line without control or format characters or lone surrogates. */

/** Limit: characters of a title; longer ones are cut. */
const TITLE_LIMIT = 256;
const NOT_IN_TITLES = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

export function cleanTitle(text: string): string {
  const plain = text
    .slice(0, 4 * TITLE_LIMIT)
    .replace(NOT_IN_TITLES, ' ')
    .trim();
  return Array.from(plain).slice(0, TITLE_LIMIT).join('');
}
