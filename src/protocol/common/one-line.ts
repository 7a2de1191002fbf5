/** Writes a text of several lines on one. */

/** Line breaks, with the blanks and the empty lines around them, become ` ⏎ `. */
export function joinedLines(text: string): string {
  if (!text.includes('\n') && !text.includes('\r')) return text;
  const lines = text.split(/[\r\n]/);
  const last = lines.length - 1;
  const kept = lines
    .map((line, index) => (index === last ? line.trimStart() : index === 0 ? line.trimEnd() : line.trim()))
    .filter((line, index) => line !== '' || index === 0 || index === last);
  return kept.join(' ⏎ ');
}
