/** Lines: printable characters, CR, LF, TAB, and the sequences that only colour (SGR) or erase within the row. */

import { afterColors } from '../../protocol/sequences/after-colors.ts';
import { CharFinder, codes } from '../../protocol/sequences/char-finder.ts';

/** Limit: characters of one SGR sequence before a cut. If one is longer, nothing is skipped. */
export const SEQUENCE_LIMIT = 512;

/** Control characters that are not part of lines, the 8-bit ones too, and ESC. */
const CONTROLS = new CharFinder([
  ...codes(0x00, 0x08),
  0x0b,
  0x0c,
  ...codes(0x0e, 0x1f),
  ...codes(0x7f, 0x9f),
]);

const ESC = 0x1b;
const BRACKET = 0x5b;
const LETTER_K = 0x4b;
const LETTER_M = 0x6d;

/** Returns the number of characters before the first one that is not part of lines; a sequence may be incomplete at the end. */
export function linesBefore(text: string): number {
  for (let at = CONTROLS.find(text, 0); at < text.length; ) {
    const colored = afterColors(text, at);
    const end = colored > at ? colored : knownEnd(text, at);
    if (end < 0) return at;
    at = CONTROLS.find(text, end);
  }
  return text.length;
}

/** Returns the end of the colour or erasing that begins at `at`, or −1 for anything else. */
function knownEnd(text: string, at: number): number {
  if (text.charCodeAt(at) !== ESC) return -1;
  const final = parametersEnd(text, at);
  if (final === text.length) return final;
  if (final === at + 1) return -1;
  const code = text.charCodeAt(final);
  const isKnown = code === LETTER_M || (code === LETTER_K && erasesInRow(text, at + 2, final));
  return isKnown ? final + 1 : -1;
}

/** Whether the parameter of EL (erase in line) is missing, 0, 1 or 2. */
function erasesInRow(text: string, from: number, final: number): boolean {
  return final === from || (final === from + 1 && text.charCodeAt(from) <= 0x32);
}

/** Returns the index after ESC, `[` and parameters, where the final letter should be; after ESC if no `[` follows. */
export function parametersEnd(text: string, start: number): number {
  if (text.charCodeAt(start + 1) !== 0x5b) return start + 1;
  let at = start + 2;
  while (isParameter(text.charCodeAt(at))) at += 1;
  return at;
}

/** Returns the index of an incomplete CSI sequence at the end of a text; its length if there is none. */
export function unfinishedFrom(text: string): number {
  let at = text.length - 1;
  while (isParameter(text.charCodeAt(at))) at -= 1;
  if (text.charCodeAt(at) === BRACKET) at -= 1;
  else if (at < text.length - 1) return text.length;
  return text.charCodeAt(at) === ESC ? at : text.length;
}

/** Returns the colour or erasing that begins at an ESC; undefined for anything else, and for one beyond the limit. */
export function penSequence(text: string, start: number): string | undefined {
  const final = parametersEnd(text, start);
  const code = text.charCodeAt(final);
  if (final === start + 1 || final >= start + SEQUENCE_LIMIT) return undefined;
  return code === LETTER_M || code === LETTER_K ? text.slice(start, final + 1) : undefined;
}

/** Whether a colour sequence begins with a reset, so that no earlier one matters. */
export function resetsPen(sequence: string): boolean {
  let at = 2;
  while (sequence[at] === '0') at += 1;
  return sequence[at] === ';' || sequence[at] === 'm';
}

/** Whether a character is a digit, colon or semicolon. */
function isParameter(code: number): boolean {
  return code >= 0x30 && code <= 0x3b;
}
