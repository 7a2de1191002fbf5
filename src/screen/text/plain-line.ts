/** One line of terminal text while a program may still overwrite it. What each operation costs is bounded. */

import { joins, properties, widthOf } from '../cells/grapheme-width.ts';

/**
 * In cells. A longer line is given out in pieces, and what was given out can no longer be overwritten; no terminal is
 * as wide, so nothing that a person saw is lost. A cursor that is sent further stays here.
 */
const MAX_LINE = 2048;
/** In UTF-16 units: endless combining marks take one cell, but not all memory. */
const MAX_CELL = 64;
const TAB = 8;

export class PlainLine {
  #given = '';
  /** Grows at its end only; from the first overwriting on the line is in `#cells`. */
  #text = '';
  /** The cursor is at the start of `#text`, not at its end. */
  #returned = false;
  /** What takes several has its text in the first of them, and '' in the others. */
  #cells: string[] | undefined;
  #column = 0;
  /** So many cells at the start are blanks: erasing them again costs nothing. */
  #blank = 0;
  /** Of the character just before the cursor, where the next one may join it; its cell. */
  #before = 0;
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

  return(): void {
    if (this.#cells === undefined) this.#returned = true;
    else this.move(() => 0);
  }

  move(to: (column: number) => number): void {
    this.#open();
    this.#before = 0;
    this.#column = Math.min(Math.max(0, to(this.#column)), MAX_LINE);
  }

  /** As `CSI K` counts: 0 from the cursor on, 1 up to the cursor, 2 all of it. */
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

  /** Pieces of a line that is too long to be kept. */
  given(): string {
    const given = this.#given;
    this.#given = '';
    return given;
  }

  /** What is left of it; the next line begins. */
  take(): string {
    const line = this.given() + (this.#cells?.join('') ?? this.#text);
    this.#text = '';
    this.#returned = false;
    this.#cells = undefined;
    this.#startAnew();
    return line;
  }

  #startAnew(): void {
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
      this.#startAnew();
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

  /** It has no cell of its own. */
  #mark(cells: string[], char: string): void {
    let at = this.#column - 1;
    while (cells[at] === '') at -= 1;
    const marked = cells[at];
    if (marked === undefined) return;
    cells[at] = bounded(marked, char);
    this.#blank = Math.min(this.#blank, at);
  }

  /** It stays a tab where nothing was printed before. */
  #tab(cells: string[]): void {
    const from = this.#column;
    const to = from + TAB - (from % TAB);
    if (from >= cells.length) this.#place(cells, from, '\t', to - from);
    this.#column = to;
    this.#before = 0;
  }
}

/** What takes several cells and loses one of them is blanks from then on. */
function tear(cells: string[], column: number): void {
  if (cells[column] !== '') return;
  let first = column;
  while (cells[first] === '') first -= 1;
  cells[first] = ' ';
  for (let at = first + 1; cells[at] === ''; at += 1) cells[at] = ' ';
}

/** Blanks where nothing was printed. */
function pad(cells: string[], to: number): void {
  const from = cells.length;
  if (from >= to) return;
  cells.length = to;
  cells.fill(' ', from);
}

function bounded(cell: string, char: string): string {
  return cell.length < MAX_CELL ? cell + char : cell;
}
