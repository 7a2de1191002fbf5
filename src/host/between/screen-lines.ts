/** The text between two commands as lines of a screen, with the places where the prompt ended and where typing began. */

import { Emulator, type LineMark } from '../../screen/emulator/emulator.ts';
import type { BufferState, RawCell } from '../../screen/emulator/emulator-state.ts';
import { joiningOf, PenWriter, PLAIN_PEN } from '../../screen/serialise/serialise-pen.ts';
import type { BetweenEvent, Size } from './between-event.ts';

/** Limit in lines. Of more, only the last ones are used. */
const MOST_LINES = 5000;

/** A line of the screen, with wrapped rows joined. */
export type ScreenLine = readonly RawCell[];

export type DrawnBetween = {
  readonly lines: readonly ScreenLine[];
  /** Line and column at which the input begins, and the right prompt; absent without the end of a prompt. */
  readonly prompt?: { readonly line: number; readonly column: number; readonly right: string };
  /** Line of the cursor when typing began. */
  readonly typedAt?: number;
};

/** Draws the events on an empty screen of that size and reads it. */
export function drawBetween(events: readonly BetweenEvent[], size: Size): DrawnBetween {
  const emulator = new Emulator({ ...size, scrollback: MOST_LINES });
  let prompt: { readonly mark: LineMark; readonly column: number; readonly right: string } | undefined;
  let typed: LineMark | undefined;
  for (const event of events) {
    if (event.kind === 'text') emulator.write(event.text);
    else if (event.kind === 'gap') emulator.write(`\r\n\x1b[0m${gapNote(event.lines)}\r\n`);
    else if (event.kind === 'resized') emulator.resize(event.cols, event.rows);
    else if (event.kind === 'typed') typed ??= emulator.mark();
    else if (event.kind === 'promptEnd') prompt ??= promptAt(emulator);
  }
  const { normal } = emulator.state();
  const read = logicalLines(normal);
  const drawn: DrawnBetween = {
    lines: read.lines,
    ...(prompt === undefined || prompt.mark.line < 0
      ? {}
      : { prompt: { ...prompt, line: read.lineOf(prompt.mark.line) } }),
    // Lines that scrolled away were above those that are used.
    ...(typed === undefined ? {} : { typedAt: read.lineOf(Math.max(0, typed.line)) }),
  };
  emulator.close();
  return drawn;
}

/** The line that stands for lines that were left out, or for a part of one. */
function gapNote(lines: number): string {
  return lines === 0 ? '…' : `… ${lines} lines left out`;
}

function promptAt(emulator: Emulator) {
  const { normal } = emulator.state();
  const row = normal.base + normal.y;
  return { mark: emulator.mark(), column: normal.x, right: textOf(normal.cells(row).slice(normal.x)).trim() };
}

/** Reads the lines down to the cursor. */
function logicalLines(buffer: BufferState) {
  const lines: RawCell[][] = [];
  const lineOfRow: number[] = [];
  for (let row = 0; row <= buffer.base + buffer.y; row++) {
    const cells = buffer.cells(row);
    const last = lines.at(-1);
    if (last !== undefined && buffer.wrapped(row)) last.push(...cells);
    else lines.push(cells);
    lineOfRow.push(lines.length - 1);
  }
  return { lines, lineOf: (row: number) => lineOfRow[row] ?? Math.max(0, lines.length - 1) };
}

/** The text of cells, a blank for each that was never written to. */
export function textOf(cells: ScreenLine): string {
  return cells.map(({ text, width }) => (width === 0 ? '' : text === '' ? ' ' : text)).join('');
}

/** Returns how many cells the first `units` UTF-16 units of the text of these cells take. */
export function cellsOf(cells: ScreenLine, units: number): number {
  let left = units;
  let count = 0;
  for (const cell of cells) {
    if (left <= 0 && cell.width !== 0) break;
    left -= textOf([cell]).length;
    count += 1;
  }
  return count;
}

/** Writes cells as terminal text with their colours, without blanks at the end. */
export function writeCells(cells: ScreenLine): string {
  const out = new PenWriter(joiningOf(false));
  let end = cells.length;
  while (end > 0 && isPlainBlank(cells[end - 1])) end -= 1;
  for (const cell of cells.slice(0, end)) {
    if (cell.width === 0) continue;
    if (cell.text !== '') out.cell(cell);
    else {
      out.pen(cell.pen);
      out.print(' ');
    }
  }
  out.pen(PLAIN_PEN);
  return out.toString();
}

function isPlainBlank(cell: RawCell | undefined): boolean {
  if (cell === undefined) return true;
  return (cell.text === '' || cell.text === ' ') && cell.pen.bg === 0 && cell.width !== 0;
}
