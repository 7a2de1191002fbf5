/** Logical lines: joins wrapped rows into the line that the program wrote, and wraps a line at another width. */

import type { Row } from '../cells/row.ts';
import type { StyleId } from '../cells/style.ts';
import type { Emulator } from '../emulator/emulator.ts';

/** A row of any length; `first` and `count` tell which lines of the emulator it came from. */
export type Line = {
  readonly chars: readonly string[];
  readonly styles: readonly StyleId[];
  readonly first: number;
  readonly count: number;
};

/**
 * Limit: rows joined into one logical line; the rest begins a new line. Megabytes without a line feed must not turn the
 * whole scrollback into one line.
 */
const JOINED_ROWS_LIMIT = 2000;

/** Returns the complete logical lines that touch `from` (inclusive) to `to` (exclusive); the first may begin above `from`. */
export function logicalLines(emulator: Emulator, from: number, to: number): Line[] {
  const read = (at: number): Row => emulator.row(at);
  return joined(emulator, read, from, to).map(({ first, rows }) => joinRows(rows, first));
}

/** The text of each of these lines, without blanks at its end: what `lineText` gives, in a tenth of the time. */
export function logicalTexts(emulator: Emulator, from: number, to: number): string[] {
  return joined(emulator, (at) => emulator.text(at), from, to).map(({ rows }) => {
    const texts = rows.map(({ text }, index) =>
      text.endsWith(' ') && rows[index + 1]?.startsWide === true ? text.slice(0, -1) : text,
    );
    return withoutBlanks(texts.join(''));
  });
}

type Joined<Read> = { readonly first: number; readonly rows: readonly Read[] };

/** Reads the rows of each logical line. */
function joined<Read extends { readonly wrapped: boolean }>(
  { length }: Emulator,
  read: (at: number) => Read,
  from: number,
  to: number,
): Joined<Read>[] {
  const end = Math.min(to, length);
  const found: Joined<Read>[] = [];
  let first = Math.max(0, from);
  while (first > 0 && from - first < JOINED_ROWS_LIMIT && read(first).wrapped) first--;
  while (first < end) {
    const rows = [read(first)];
    while (rows.length < JOINED_ROWS_LIMIT && first + rows.length < length) {
      const next = read(first + rows.length);
      if (!next.wrapped) break;
      rows.push(next);
    }
    found.push({ first, rows });
    first += rows.length;
  }
  return found;
}

/** Only blanks are removed: other white space is text of the program. */
export function withoutBlanks(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ') end--;
  return text.slice(0, end);
}

/** Wraps a line at a width. A wide cell that does not fit moves to the next row; an empty line becomes one blank row. */
export function wrapLine(line: Pick<Line, 'chars' | 'styles'>, cols: number): Row[] {
  const length = usedLength(line);
  const rows: Row[] = [];
  let at = 0;
  do {
    let end = Math.min(at + cols, length);
    if (line.chars[end] === '' && end - at > 1) end--;
    rows.push(cut(line, at, end, cols, rows.length > 0));
    at = Math.max(end, at + 1);
  } while (at < length);
  return rows;
}

/** The text of a line, without blanks at its end. */
export function lineText(line: Pick<Line, 'chars'>): string {
  let end = line.chars.length;
  while (end > 0 && line.chars[end - 1] === ' ') end--;
  return line.chars.slice(0, end).join('');
}

function joinRows(rows: readonly Row[], first: number): Line {
  const chars: string[] = [];
  const styles: StyleId[] = [];
  rows.forEach((row, index) => {
    const end = joinedEnd(row, rows[index + 1]);
    for (let x = 0; x < end; x++) {
      chars.push(row.chars[x] ?? ' ');
      styles.push(row.styles[x] ?? 0);
    }
  });
  return { chars, styles, first, count: rows.length };
}

/** The end of a row's text. Excludes a blank last cell that was left because the next, wide cell did not fit. */
function joinedEnd(row: Row, next: Row | undefined): number {
  const full = row.chars.length;
  return next?.chars[1] === '' && row.chars[full - 1] === ' ' ? full - 1 : full;
}

/** The length without default blanks at the end; coloured blanks count. */
function usedLength({ chars, styles }: Pick<Line, 'chars' | 'styles'>): number {
  let end = chars.length;
  while (end > 0 && chars[end - 1] === ' ' && styles[end - 1] === 0) end--;
  return end;
}

function cut(
  line: Pick<Line, 'chars' | 'styles'>,
  from: number,
  to: number,
  cols: number,
  wrapped: boolean,
): Row {
  const chars = line.chars.slice(from, to);
  const styles = line.styles.slice(from, to);
  while (chars.length < cols) {
    chars.push(' ');
    styles.push(0);
  }
  return { chars, styles, wrapped };
}
