/** The text of a content: all that its parts hold of what was printed. */

import type { ContentPart } from '../../protocol/terminal/state.ts';

export function textOf(content: readonly ContentPart[]): string {
  return content.map((part) => (part.type === 'unclassified' ? part.value : part.output)).join('');
}

/** Number of UTF-16 units of that text, without making it. */
export function charsOf(content: readonly ContentPart[]): number {
  return content.reduce(
    (chars, part) => chars + (part.type === 'unclassified' ? part.value : part.output).length,
    0,
  );
}
