/**
 * Patches xterm.js to blank rows by copying a blank row instead of cell by cell, and to reuse the rows of the last alternate
 * screen for the next one: otherwise a program that switches to it and clears it again and again is slow. The rows are the same
 * as those that xterm.js makes.
 */
import type { Terminal } from '@xterm/headless';
import {
  type Core,
  type CoreBlank,
  type CoreBuffer,
  type CoreLine,
  type CoreLines,
  coreOf,
} from './emulator-core.ts';

/** Flags of a cell that has data outside its three words. */
const COMBINED = 0x200000;
const EXTENDED = 0x10000000;
const CELL = 3;

type Row = CoreLine & {
  fill(cell: CoreBlank, keepProtected?: boolean): void;
  _data: Uint32Array;
  length: number;
  _combined: object;
  _extendedAttrs: object;
};
type RowClass = {
  new (cols: number, fill: CoreBlank, isWrapped?: boolean): Row;
  prototype: { fill(this: Row, cell: CoreBlank, keepProtected?: boolean): void };
};
type Buffers = CoreBuffer & {
  lines: CoreLines & { push(line: CoreLine): void };
  readonly hasScrollback: boolean;
  getBlankLine(attributes: object, isWrapped?: boolean): CoreLine;
  getNullCell(attributes: object): CoreBlank;
  fillViewportRows(attributes?: object): void;
  clear(): void;
};

/** The last blank row, as a model to copy: programs clear their whole screen in one colour. */
let model = { words: new Uint32Array(0), content: 0, fg: 0, bg: 0 };
/** The rows of the alternate screen that was left last, in any terminal; only one screen is kept. */
let spare: CoreLines | undefined;
/** Marks the patched class, which all terminals of a process share, so that it is patched only once. */
const QUICK = Symbol.for('cotty.quickRows');

/** Returns the internals of a terminal. The first call patches the rows of all terminals of the process. */
export function quickCoreOf(terminal: Terminal): Core {
  const core = coreOf(terminal);
  const { normal } = core.buffers;
  const first = normal.lines.get(0);
  const buffers = Object.getPrototypeOf(normal) as Buffers & { [QUICK]?: true };
  if (first === undefined || buffers[QUICK] === true) return core;
  buffers[QUICK] = true;
  copyInRows(first.constructor as RowClass);
  copyInBuffers(buffers, first.constructor as RowClass);
  keepAlternate(buffers);
  return core;
}

function copyInRows({ prototype }: RowClass): void {
  const { fill } = prototype;
  prototype.fill = function (cell, keepProtected = false) {
    if (keepProtected || !isPlain(cell)) return fill.call(this, cell, keepProtected);
    this._combined = {};
    this._extendedAttrs = {};
    this._data.set(blankRow(this.length, cell));
  };
}

function copyInBuffers(buffers: Buffers, Line: RowClass): void {
  const { getBlankLine } = buffers;
  buffers.getBlankLine = function (attributes, isWrapped) {
    const cell = this.getNullCell(attributes);
    if (!isPlain(cell)) return getBlankLine.call(this, attributes, isWrapped);
    const line = new Line(0, cell, isWrapped);
    line._data = blankRow(this._bufferService.cols, cell).slice();
    line.length = this._bufferService.cols;
    return line;
  };
}

function keepAlternate(buffers: Buffers): void {
  const { clear, fillViewportRows } = buffers;
  buffers.clear = function () {
    if (!this.hasScrollback && this.lines.length > 0) spare = this.lines;
    clear.call(this);
  };
  buffers.fillViewportRows = function (attributes) {
    const rows = this.lines.length === 0 && attributes !== undefined ? spare : undefined;
    const { cols } = this._bufferService;
    if (rows?.length !== this._rows || !areAsLong(rows, cols)) {
      fillViewportRows.call(this, attributes);
      return;
    }
    spare = undefined;
    const cell = this.getNullCell(attributes ?? {});
    for (let y = 0; y < rows.length; y += 1) {
      const row = rows.get(y) as Row;
      row.fill(cell);
      row.isWrapped = false;
      this.lines.push(row);
    }
  };
}

/** Whether all rows have this length: after a resize the rows of an alternate screen may have different lengths. */
function areAsLong(rows: CoreLines, cols: number): boolean {
  for (let y = 0; y < rows.length; y += 1) if (rows.get(y)?.length !== cols) return false;
  return true;
}

function isPlain({ content, bg }: CoreBlank): boolean {
  return (content & COMBINED) === 0 && (bg & EXTENDED) === 0;
}

function blankRow(cols: number, { content, fg, bg }: CoreBlank): Uint32Array {
  const isSame = model.content === content && model.fg === fg && model.bg === bg;
  if (isSame && model.words.length === cols * CELL) return model.words;
  const words = new Uint32Array(cols * CELL);
  for (let at = 0; at < words.length; at += CELL) {
    words[at] = content;
    words[at + 1] = fg;
    words[at + 2] = bg;
  }
  model = { words, content, fg, bg };
  return words;
}
