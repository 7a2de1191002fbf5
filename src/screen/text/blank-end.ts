/** Removes blank lines from the end of a text: screens often end with many of them, and they carry no information. */

export function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  const last = lines.findLastIndex((line) => line !== '');
  return lines.slice(0, last + 1);
}
