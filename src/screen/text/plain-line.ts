/** One line of terminal text that a program may still overwrite. The cost of each operation is bounded. */

import { joins, properties, widthOf } from '../cells/grapheme-width.ts';

/**
 * Limit: cells of a line. A longer line is returned in pieces, and a returned piece can no longer be overwritten. No
 * terminal is this wide, so nothing visible is lost. The cursor cannot move beyond this limit.
 */
const MAX_LINE = 2048;
/** Limit in UTF-16 units of a cell, against endless combining characters. */
const MAX_CELL = 64;
const TAB = 8;

export class PlainLine {
  #given = '';
  /** The text while it grows only at its end; after the first overwrite the line is in `#cells`. */
  #text = '';
  /** Whether the cursor is at the start of `#text`, not at its end. */
  #returned = false;
  /** One entry per cell. A character of several cells has its text in the first one and '' in the others. */
  #cells: string[] | undefined;
  #column = 0;
  /** Number of blank cells at the start; erasing them again costs nothing. */
  #blank = 0;
  /** Properties of the character just before the cursor; 0 when the next one cannot join it. */
  #before = 0;
  /** The cell of that character. */
  #last = 0;

  write(text: string): void {
    if (text === '') return;
    if (this.#cells === undefined && (!this.#returned || this.#text === '')) {
      this.#returned = false;
      this.#text += text;
      if (this.#text.length >= MAX_LINE) this.#given = this.take();
      return;
    }
    const cells = this.#open();
    for (const char of text) this.#put(cells, char);
  }

  /** The cursor's column in cells. */
  get column(): number {
    this.#open();
    return this.#column;
  }

  return(): void {
    if (this.#cells === undefined) this.#returned = true;
    else this.move(() => 0);
  }

  move(to: (column: number) => number): void {
    this.#open();
    this.#before = 0;
    this.#column = Math.min(Math.max(0, to(this.#column)), MAX_LINE);
  }

  /** Erases like `CSI K`: 0 from the cursor on, 1 up to the cursor, 2 the whole line. */
  erase(which: number): void {
    if (this.#cells === undefined && which === 0) {
      if (this.#returned) this.#text = '';
      return;
    }
    const cells = this.#open();
    this.#before = 0;
    const from = which === 0 ? this.#column : this.#blank;
    const to = which === 1 ? Math.min(this.#column + 1, cells.length) : cells.length;
    tear(cells, which === 0 ? from : to);
    if (which === 0) {
      cells.length = Math.min(cells.length, from);
      this.#blank = Math.min(this.#blank, cells.length);
    } else if (to > from) {
      cells.fill(' ', from, to);
      this.#blank = to;
    }
  }

  /** Returns the pieces of a line that exceeded the limit. */
  given(): string {
    const given = this.#given;
    this.#given = '';
    return given;
  }

  /** The line as it is shown now, without the pieces that were returned. */
  get shown(): string {
    return this.#cells?.join('') ?? this.#text;
  }

  /** Returns the rest of the line and begins the next one. */
  take(): string {
    const line = this.given() + this.shown;
    this.#text = '';
    this.#returned = false;
    this.#cells = undefined;
    this.#reset();
    return line;
  }

  #reset(): void {
    this.#column = 0;
    this.#blank = 0;
    this.#before = 0;
  }

  #open(): string[] {
    if (this.#cells !== undefined) return this.#cells;
    const cells: string[] = [];
    this.#cells = cells;
    for (const char of this.#text) this.#put(cells, char);
    if (this.#returned) this.move(() => 0);
    return cells;
  }

  #put(cells: string[], char: string): void {
    if (this.#column >= MAX_LINE) {
      this.#given += cells.join('');
      cells.length = 0;
      this.#reset();
    }
    if (char === '\t') {
      this.#tab(cells);
      return;
    }
    const next = properties(char.codePointAt(0) ?? 0, this.#before);
    if (this.#before !== 0 && joins(next)) {
      this.#place(cells, this.#last, bounded(cells[this.#last] ?? '', char), widthOf(next));
    } else if (widthOf(next) === 0) {
      this.#mark(cells, char);
    } else {
      this.#last = this.#column;
      this.#place(cells, this.#column, char, widthOf(next));
    }
    this.#before = next;
  }

  #place(cells: string[], at: number, text: string, width: number): void {
    pad(cells, at);
    const end = Math.max(at + width, this.#column);
    tear(cells, at);
    tear(cells, end);
    cells[at] = text;
    for (let further = at + 1; further < end; further += 1) cells[further] = '';
    this.#column = end;
    this.#blank = Math.min(this.#blank, at);
  }

  /** Adds a character of width 0 to the cell before the cursor. */
  #mark(cells: string[], char: string): void {
    let at = this.#column - 1;
    while (cells[at] === '') at -= 1;
    const marked = cells[at];
    if (marked === undefined) return;
    cells[at] = bounded(marked, char);
    this.#blank = Math.min(this.#blank, at);
  }

  /** Moves to the next tab stop. The tab stays a tab character where nothing was printed before. */
  #tab(cells: string[]): void {
    const from = this.#column;
    const to = from + TAB - (from % TAB);
    if (from >= cells.length) this.#place(cells, from, '\t', to - from);
    this.#column = to;
    this.#before = 0;
  }
}

/** Replaces a character of several cells by blanks, because one of its cells will be overwritten. */
function tear(cells: string[], column: number): void {
  if (cells[column] !== '') return;
  let first = column;
  while (cells[first] === '') first -= 1;
  cells[first] = ' ';
  for (let at = first + 1; cells[at] === ''; at += 1) cells[at] = ' ';
}

/** Fills the cells up to `to` with blanks. */
function pad(cells: string[], to: number): void {
  const from = cells.length;
  if (from >= to) return;
  cells.length = to;
  cells.fill(' ', from);
}

function bounded(cell: string, char: string): string {
  return cell.length < MAX_CELL ? cell + char : cell;
}
