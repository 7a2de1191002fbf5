/** Lines without the blank ones at the end: a screen is full of them, and of an output they say nothing. */

export function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}
