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
  const end = Math.min(to, emulator.length);
  const lines: Line[] = [];
  let at = firstOf(emulator, Math.max(0, from));
  while (at < end) {
    const rows = [emulator.row(at)];
    while (rows.length < JOINED_ROWS_LIMIT && at + rows.length < emulator.length) {
      const next = emulator.row(at + rows.length);
      if (!next.wrapped) break;
      rows.push(next);
    }
    lines.push(joinRows(rows, at));
    at += rows.length;
  }
  return lines;
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

function firstOf(emulator: Emulator, from: number): number {
  let first = from;
  while (first > 0 && from - first < JOINED_ROWS_LIMIT && emulator.row(first).wrapped) first--;
  return first;
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
