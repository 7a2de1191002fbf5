/** Tells which rows may have a text, before they are parsed. */

import { INTRODUCERS } from '../../protocol/sequences/states.ts';
import { literalTest } from '../text/search-output.ts';

/** Only characters that JSON does not escape, and that have no meaning in an expression. */
const PLAIN = /^[\w ,:=@%#~-]+$/;

/** Returns a test of the rows as they are written; undefined when the text may be written otherwise. */
export function rowsThatMayHave(text: string, ignoreCase = false): ((line: string) => boolean) | undefined {
  if (!PLAIN.test(text)) return undefined;
  const has = literalTest(text, ignoreCase);
  return (line) => {
    // The middle of a long output is in files of its own, and a line may begin in its head and end in its tail.
    if (has(line) || !line.includes(WHOLE)) return true;
    if (!hasSequence(line)) return false;
    const colorless = line.replace(WRITTEN_COLOR, '');
    // Another escape sequence may split the literal.
    return has(colorless) || hasSequence(colorless);
  };
}

/** What all of an output is in the row itself ends with. */
const WHOLE = ',"omitted":0,"tail":""';
/** The starts of escape sequences as JSON writes them. */
const STARTS = INTRODUCERS.map((code) => JSON.stringify(String.fromCharCode(code)).slice(1, -1));
/** A colour sequence as JSON writes it. */
const WRITTEN_COLOR = /\\u001b\[[\d;:]*m/g;

/** Looking for each start is faster than an expression. */
function hasSequence(line: string): boolean {
  return STARTS.some((start) => line.includes(start));
}
