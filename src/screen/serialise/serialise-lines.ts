/** The lines of one buffer as a stream that builds them from the top of an empty buffer, down to wrapping and blanks. */

import { PROTECTED, plainBg, plainColor, plainFg } from '../cells/style-bits.ts';
import type { BufferState, RawCell } from '../emulator/emulator-state.ts';
import { type PenWriter, PLAIN_PEN } from './serialise-pen.ts';

type Size = { readonly cols: number; readonly rows: number };

/** `at` is a line to be visited while the cursor is on it (to save it there), and what to do then. */
export type Visit = { readonly line: number; readonly act: () => void };

/** Writes the lines from `start` on; the cursor ends somewhere on the last one. */
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
      wrapInto(out, before, pending, cells, visited, size);
    } else {
      plainBackground(out);
      out.raw('\r\n');
    }
    if (visited) {
      visit.act();
      out.raw('\r');
    }
    pending = writeRow(out, cells, size.cols);
    before = cells;
  }
}

/** Prints one row from its first column; true when it ends with the cursor past the last column, ready to wrap. */
function writeRow(out: PenWriter, cells: readonly RawCell[], cols: number): boolean {
  let at = 0;
  while (at < cols) {
    const cell = cells[at];
    if (cell === undefined) return false;
    if (!isBlank(cell)) {
      if (cell.text === '') {
        out.pen(cell.pen);
        out.print(' ');
      } else out.cell(cell);
      at += Math.max(1, cell.width);
      continue;
    }
    const end = blankEnd(cells, at, cols);
    writeBlanks(out, cell, end - at, end === cols);
    at = end;
    if (at === cols) return false;
  }
  return true;
}

/** Cells nothing was written to, of one background: erased when it is coloured, stepped over when not. */
function writeBlanks(out: PenWriter, cell: RawCell, count: number, last: boolean): void {
  if (plainColor(cell.pen.bg) !== 0) {
    out.pen({ ...PLAIN_PEN, bg: cell.pen.bg });
    out.raw(`\x1b[${count}X`);
  }
  if (!last) out.raw(`\x1b[${count}C`);
}

/** Makes the next row the continuation of this one: only a character that did not fit does that. */
function wrapInto(
  out: PenWriter,
  before: readonly RawCell[],
  pending: boolean,
  cells: readonly RawCell[],
  stop: boolean,
  { cols, rows }: Size,
): void {
  const first = cells[0];
  const direct = pending && !stop && first !== undefined && first.text !== '';
  // What scrolls in or lies ahead takes the pen's background: it must be plain when the wrap happens.
  if (direct && plainColor(first.pen.bg) === 0) {
    plainBackground(out);
    return;
  }
  const last = before[cols - 1];
  const torn = !pending && last !== undefined;
  if (torn) {
    out.pen({ ...PLAIN_PEN, bg: last.pen.bg });
    out.raw(`\x1b[${cols}G`);
    out.print(' ');
  }
  out.pen(PLAIN_PEN);
  out.print(' ');
  if (torn && rows > 1) {
    out.raw(`\x1b[A\x1b[${cols}G`);
    out.pen({ ...PLAIN_PEN, bg: last.pen.bg });
    out.raw('\x1b[X\x1b[B');
    out.pen(PLAIN_PEN);
  }
  out.raw('\r');
  if (first === undefined || first.text === '') out.raw('\x1b[X');
}

/** Lines that scroll in take the pen's background. */
function plainBackground(out: PenWriter): void {
  if (out.hasBackground) out.pen(PLAIN_PEN);
}

/** A cell nothing was written to, without any attribute but a background. */
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
