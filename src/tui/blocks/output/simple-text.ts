/** The plain lines of simple output without rendering it: what search reads of ten thousand blocks. */

import { withoutBlankEnd } from '../../../screen/text/blank-end.ts';

/** What shows nothing and moves nothing: colours, titles, links, the ASCII character set, harmless modes, bells. */
const SILENT =
  /\x1b(?:\[[\d;:]*m|\[\?(?:1|12|25|1004|2004|2026)[hl]|\][^\x00-\x1f\x7f-\x9f]*(?:\x07|\x1b\\)|\(B|[=>])|[\x00\x07]/g;

/** A line feed without CR, or any control that could put text elsewhere. */
const NOT_SIMPLE = /(?<!\r)\n|\r(?!\r*\n)|[\x01-\x09\x0b\x0c\x0e-\x1f\x7f-\x9f]/;

/** The lines as they would be rendered, blanks at line ends and blank lines at the end left out; undefined: must be rendered. */
export function plainLines(output: string): readonly string[] | undefined {
  const text = output.replace(SILENT, '');
  if (NOT_SIMPLE.test(text)) return undefined;
  return withoutBlankEnd(text.split(/\r+\n/).map((line) => line.replace(/ +$/, '')));
}
