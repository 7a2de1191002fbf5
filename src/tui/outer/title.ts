/** A window title that is only a title: nothing in it can end the sequence it travels in, or start another. */

/** Longer titles are cut; no terminal shows more. */
const titleLimit = 200;

/** Control characters, direction marks that would turn the rest around, line and paragraph separators, lone surrogates. */
const notInTitles = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;

export function titleBytes(title: string): string {
  const clean = title
    .slice(0, 4 * titleLimit)
    .replace(notInTitles, ' ')
    .trim();
  return `\x1b]2;${[...clean].slice(0, titleLimit).join('')}\x1b\\`;
}
