/** Prepares text from programs for tables: removes control characters, measures its width in columns, and cuts it. */

import stringWidth from 'string-width';
import { nameText } from '../../protocol/common/name-text.ts';
import { joinedLines } from '../../protocol/common/one-line.ts';

/** Makes one line of a text: titles and command lines could otherwise move the cursor or set the clipboard. */
export function printable(text: string): string {
  return nameText(joinedLines(text));
}

/** Columns that the text takes on a terminal. */
export function displayWidth(text: string): number {
  return NARROW.test(text) ? text.length : stringWidth(text);
}

/** Texts of which each character takes a column: most, and those of long tables need not be segmented. */
const NARROW = /^[\x20-\x7e…]*$/;

/** Columns that the widest cell of each column of a table takes. */
export function columnWidths(lines: readonly (readonly string[])[]): readonly number[] {
  return (lines[0] ?? []).map((_, at) =>
    lines.reduce((widest, line) => Math.max(widest, displayWidth(line[at] ?? '')), 0),
  );
}

/** A line of a table, its cells as wide as their columns. */
export function tableLine(cells: readonly string[], widths: readonly number[]): string {
  const padded = cells.map((cell, at) => padTo(cell, widths[at] ?? 0));
  return `${padded.join('  ').trimEnd()}\n`;
}

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Returns the text in exactly `width` columns: padded with blanks, or cut with an ellipsis. */
export function padTo(text: string, width: number): string {
  const natural = displayWidth(text);
  if (natural <= width) return text + ' '.repeat(width - natural);
  let cut = '';
  let used = 0;
  for (const { segment } of graphemes.segment(text)) {
    const next = displayWidth(segment);
    if (used + next > width - 1) break;
    cut += segment;
    used += next;
  }
  return `${cut}…${' '.repeat(width - used - 1)}`;
}

/** Returns the end of a text that takes more columns than `width`, after an ellipsis. */
export function fromEnd(text: string, width: number): string {
  if (displayWidth(text) <= width) return text;
  if (NARROW.test(text)) return `…${text.slice(text.length - width + 1)}`;
  const pieces = Array.from(graphemes.segment(text), ({ segment }) => segment);
  while (pieces.length > 0 && displayWidth(pieces.join('')) > width - 1) pieces.shift();
  return `…${pieces.join('')}`;
}
