/** The kinds of characters of which vi makes words. */

const LETTER = /^[\p{L}\p{N}\p{M}_]/u;

/** Sorts characters as vi does; in big words all that is not blank is the same. */
export function kindOf(character: string | undefined, big: boolean): 'blank' | 'letter' | 'sign' {
  if (character === undefined || character.trim() === '') return 'blank';
  return big || LETTER.test(character) ? 'letter' : 'sign';
}
