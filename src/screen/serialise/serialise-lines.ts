/** Writes the lines of one buffer as a stream that rebuilds them in an empty buffer, including wrapped flags and blanks. */

import { PROTECTED, plainBg, plainColor, plainFg } from '../cells/style-bits.ts';
import type { BufferState, RawCell } from '../emulator/emulator-state.ts';
import { type PenWriter, PLAIN_PEN } from './serialise-pen.ts';

/** Any wide character. */
const WIDE = '漢';

type Size = { readonly cols: number; readonly rows: number };

/** A line, and the action to run while the cursor is on it (saving the cursor there). */
export type Visit = { readonly line: number; readonly act: () => void };

/** Writes the lines from `start` on; the cursor ends on the last one, in any column. */
export function writeLines(
  out: PenWriter,
  buffer: BufferState,
  size: Size,
  start: number,
  visit: Visit,
  wrapFirst: () => void,
): void {
  let before: RawCell[] = [];
  let pending = false;
  for (let line = start; line < buffer.length; line++) {
    const cells = buffer.cells(line);
    const visited = line === visit.line;
    if (line === start) {
      if (buffer.wrapped(line)) wrapFirst();
    } else if (buffer.wrapped(line)) {
      wrapInto(out, before, pending, cells, visited, size.cols);
    } else if (isSpare(before[size.cols - 1])) {
      breakWide(out, before, size.cols);
      out.raw('\r\x1b[K');
    } else {
      plainBackground(out);
      out.raw('\r\n');
    }
    if (visited) {
      visit.act();
      out.raw('\r');
    }
    pending = writeRow(out, cells, size.cols, line + 1 === buffer.length);
    before = cells;
  }
}

/**
 * Prints one row from its first column. Returns true when the cursor ends past the last column, with a wrap pending. A spare cell
 * in the last column is left to the row that follows, unless this is the last one.
 */
function writeRow(out: PenWriter, cells: readonly RawCell[], cols: number, isLast: boolean): boolean {
  const end = isLast || !isSpare(cells[cols - 1]) ? cols : cols - 1;
  let at = 0;
  while (at < end) {
    const cell = cells[at];
    if (cell === undefined) return false;
    if (isBlank(cell)) {
      const to = blankEnd(cells, at, cols);
      writeBlanks(out, cell, to - at, to === cols);
      at = to;
      if (at === cols) return false;
      continue;
    }
    if (cell.text === '') writeEmpty(out, cell, at, cols);
    else out.cell(cell);
    at += Math.max(1, cell.width);
  }
  return end === cols;
}

/** Writes an empty cell with attributes: half a wide character that is overwritten; where none fits, a space. */
function writeEmpty(out: PenWriter, cell: RawCell, at: number, cols: number): void {
  const isHalf = isSpare(cell) && at < cols - 1;
  const next = `\x1b[${at + 2}G`;
  out.pen(cell.pen);
  if (isHalf) {
    out.print(WIDE);
    out.raw(next);
  }
  out.print(' ');
  if (!isHalf) return;
  out.pen(PLAIN_PEN);
  out.raw(`${next}\x1b[X`);
}

/** Writes cells that are blank and have the same background: erases them if it is coloured, else moves over them. */
function writeBlanks(out: PenWriter, cell: RawCell, count: number, last: boolean): void {
  if (plainColor(cell.pen.bg) !== 0) {
    out.pen({ ...PLAIN_PEN, bg: cell.pen.bg });
    out.raw(`\x1b[${count}X`);
  }
  if (!last) out.raw(`\x1b[${count}C`);
}

/** Begins the next row as a continuation of this one; only a character that did not fit has this effect. */
function wrapInto(
  out: PenWriter,
  before: readonly RawCell[],
  pending: boolean,
  cells: readonly RawCell[],
  stop: boolean,
  cols: number,
): void {
  const first = cells[0];
  const direct = pending && !stop && first !== undefined && first.text !== '';
  // Rows that scroll in or lie ahead take the pen's background, so it must be plain when the row wraps.
  if (direct && plainColor(first.pen.bg) === 0) {
    plainBackground(out);
    return;
  }
  if (pending) {
    out.pen(PLAIN_PEN);
    out.print(' ');
    out.raw('\r');
    if (first === undefined || first.text === '') out.raw('\x1b[X');
    return;
  }
  breakWide(out, before, cols);
  out.raw(`\r\x1b[${cols}X`);
}

/** Leaves the last cell of a row empty, with its pen, by a wide character that does not fit. It stands in the next row. */
function breakWide(out: PenWriter, row: readonly RawCell[], cols: number): void {
  out.raw(`\x1b[${cols}G`);
  out.pen(row[cols - 1]?.pen ?? PLAIN_PEN);
  out.print(WIDE);
  out.pen(PLAIN_PEN);
}

/** Resets a pen with a background, because lines that scroll in would take it. */
function plainBackground(out: PenWriter): void {
  if (out.hasBackground) out.pen(PLAIN_PEN);
}

/** Whether a cell is empty and has attributes: one that a wide character left, because it did not fit or was overwritten. */
function isSpare(cell: RawCell | undefined): boolean {
  return cell?.text === '' && cell.width === 1 && !isBlank(cell);
}

/** Whether a cell was never written to and has no attribute except a background. */
function isBlank({ text, width, pen }: RawCell): boolean {
  if (text !== '' || width !== 1) return false;
  return (
    plainFg(pen.fg) === 0 &&
    plainBg(pen.bg) === plainColor(pen.bg) &&
    (pen.bg & PROTECTED) === 0 &&
    pen.link === undefined
  );
}

function blankEnd(cells: readonly RawCell[], from: number, cols: number): number {
  const bg = plainColor(cells[from]?.pen.bg ?? 0);
  let end = from + 1;
  for (; end < cols; end++) {
    const cell = cells[end];
    if (cell === undefined || !isBlank(cell) || plainColor(cell.pen.bg) !== bg) break;
  }
  return end;
}
