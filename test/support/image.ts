/** A screen as comparable text: what differs names its row. */

import type { Cell, OuterScreen } from './outer-screen.ts';

/** Rows of a screen with the style of each cell, and the cursor with its shape, from a line on. */
export function imageOf(screen: OuterScreen, from: number, rows: number) {
  const { x, y } = screen.cursor;
  const lines = Array.from({ length: rows }, (_, row) => row + from);
  return {
    text: lines.map((line) => screen.line(line).trimEnd()),
    cells: lines.map((line) => styledCells(screen.cells(line))),
    // A window of cells has no place for a cursor that waits past the last column.
    cursor: { x: Math.min(x, screen.cols - 1), y: y - from },
    shape: screen.cursorShape ?? 'default',
  };
}

function styledCells(cells: readonly Cell[]): string {
  return cells
    .map((cell, x) => (isPlain(cell) ? '' : `${x}:${describe(cell)}`))
    .filter(Boolean)
    .join(' | ');
}

function isPlain({ text, width, fg, bg, attributes }: Cell): boolean {
  return text.length <= 1 && width === 1 && fg === '0:-1' && bg === '0:-1' && attributes === '';
}

function describe({ text, width, fg, bg, attributes }: Cell): string {
  const underline = /underline(\d)\/(-?\d+)/.exec(attributes);
  // xterm forgets the style of an underline that it restores with the cursor: it is a single one.
  const plain = attributes.replace(/\/-?\d+/, '').replace('underline0', 'underline1');
  return `${text},${width},${fg},${bg},${plain},${underline === null ? '' : underlineColor(Number(underline[2]))}`;
}

const MODE = 0x3_00_00_00;
const RGB = 0xff_ff_ff;

/** The colour as it is seen: xterm leaves bits of an earlier one beside an index, and all bits set for none. */
function underlineColor(word: number): string {
  const mode = word & MODE;
  if (mode === 0 || word < 0 || (word & 0x3_ff_ff_ff) === 0x3_ff_ff_ff) return 'none';
  return mode === MODE ? `rgb ${word & RGB}` : `index ${word & 0xff}`;
}

/** All that is known of a cell. */
export function exactly({ text, width, fg, bg, attributes }: Cell): string {
  return `${JSON.stringify(text)} ${width} fg${fg} bg${bg} ${attributes}`;
}
