/** Splits text into graphemes as the emulator does, and replaces ranges so that the split stays right. */

import { cells } from '../cells/text-width.ts';

/** Characters that never join a neighbour. */
const PLAIN = /^[\t\n -~]*$/;

/** Splits text into graphemes. A control character, newline included, is always a grapheme of its own. */
export function graphemesOf(text: string): string[] {
  return PLAIN.test(text) ? [...text] : cells(text).map((cell) => cell.text);
}

export type Spliced = {
  readonly graphemes: readonly string[];
  /** Index behind the new text. */
  readonly cursor: number;
};

/**
 * Replaces graphemes by text. Characters at the seams may join (a letter and an accent), but not across a newline.
 */
export function splice(graphemes: readonly string[], from: number, to: number, text: string): Spliced {
  if (PLAIN.test(text) && PLAIN.test(graphemes[from - 1] ?? '') && PLAIN.test(graphemes[to] ?? '')) {
    const cursor = from + text.length;
    return { graphemes: [...graphemes.slice(0, from), ...text, ...graphemes.slice(to)], cursor };
  }
  const start = lineStart(graphemes, from);
  const end = lineEnd(graphemes, to);
  const left = graphemes.slice(start, from).join('') + text;
  const middle = graphemesOf(left + graphemes.slice(to, end).join(''));
  return {
    graphemes: [...graphemes.slice(0, start), ...middle, ...graphemes.slice(end)],
    cursor: start + countUpTo(middle, left.length),
  };
}

/** Index of the line's first grapheme. */
export function lineStart(graphemes: readonly string[], index: number): number {
  return index === 0 ? 0 : graphemes.lastIndexOf('\n', index - 1) + 1;
}

/** Index of the newline that ends the line, or the end of the text. */
export function lineEnd(graphemes: readonly string[], index: number): number {
  const found = graphemes.indexOf('\n', index);
  return found < 0 ? graphemes.length : found;
}

/** Number of graphemes that cover the given number of UTF-16 units. */
function countUpTo(graphemes: readonly string[], characters: number): number {
  let count = 0;
  for (let covered = 0; covered < characters; count += 1) covered += graphemes[count]?.length ?? characters;
  return count;
}

/**
 * UTF-16 units in the text. An insertion beyond the limit is refused as a whole (and `refused` is set in the state),
 * because half a shell command must never run. The history does not keep longer commands either.
 */
export const MAX_TEXT = 65_536;
