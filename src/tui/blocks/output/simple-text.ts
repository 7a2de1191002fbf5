/** Reads the lines of simple output without rendering it, so that search can go through ten thousand blocks. */

import { withoutBlankEnd } from '../../../screen/text/blank-end.ts';

/**
 * Sequences that neither print nor move the cursor: colours, titles, links, ASCII character set, some modes, bells.
 */
const SILENT =
  /\x1b(?:\[[\d;:]*m|\[\?(?:1|12|25|1004|2004|2026)[hl]|\][^\x00-\x1f\x7f-\x9f]*(?:\x07|\x1b\\)|\(B|[=>])|[\x00\x07]/g;

/** A line feed without CR, or a control character that could move the cursor. */
const NOT_SIMPLE = /(?<!\r)\n|\r(?!\r*\n)|[\x01-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/**
 * Returns the lines without trailing blanks and blank lines at the end; undefined when the output must be rendered.
 */
export function linesOfSimpleText(output: string): readonly string[] | undefined {
  const text = output.replace(SILENT, '');
  if (NOT_SIMPLE.test(text)) return undefined;
  return withoutBlankEnd(text.split(/\r+\n/).map((line) => line.replace(/ +$/, '')));
}
