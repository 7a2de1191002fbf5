/** Bounds of words, by the rules of readline, and of arguments, by the rules of a shell. */

const LETTER = /^[\p{L}\p{N}\p{M}_]/u;
const BLANK = /^\s$/;

const isLetter = (grapheme: string | undefined): boolean => grapheme !== undefined && LETTER.test(grapheme);
const isBlank = (grapheme: string | undefined): boolean => grapheme !== undefined && BLANK.test(grapheme);

/** Index of the start of the word at or before the cursor. */
export function wordLeft(graphemes: readonly string[], cursor: number): number {
  let at = cursor;
  while (at > 0 && !isLetter(graphemes[at - 1])) at -= 1;
  while (at > 0 && isLetter(graphemes[at - 1])) at -= 1;
  return at;
}

/** Index of the end of the word at or after the cursor. */
export function wordRight(graphemes: readonly string[], cursor: number): number {
  let at = cursor;
  while (at < graphemes.length && !isLetter(graphemes[at])) at += 1;
  while (at < graphemes.length && isLetter(graphemes[at])) at += 1;
  return at;
}

/** Index of the start of the argument (text between blanks) at or before the cursor. */
export function argumentLeft(graphemes: readonly string[], cursor: number): number {
  let at = cursor;
  while (at > 0 && isBlank(graphemes[at - 1])) at -= 1;
  while (at > 0 && !isBlank(graphemes[at - 1])) at -= 1;
  return at;
}

/** Index of the end of the argument at or after the cursor. */
export function argumentRight(graphemes: readonly string[], cursor: number): number {
  let at = cursor;
  while (at < graphemes.length && isBlank(graphemes[at])) at += 1;
  while (at < graphemes.length && !isBlank(graphemes[at])) at += 1;
  return at;
}
