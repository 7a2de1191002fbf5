/** A selection of text in the body: two points that stay with their text while it scrolls, and the cells between them. */

import { withoutControls } from '../../../client/blocks/copied-text.ts';
import { type Row, rowText } from '../../../screen/cells/row.ts';
import { internStyle, type StyleId, styleOf } from '../../../screen/cells/style.ts';
import type { BodyLine, Place } from '../block/body-line.ts';
import type { Position } from '../list/block-list.ts';
import { type BodyText, cellAt, isAlike, logicalLine, rowAndColumn } from './body-text.ts';

/** A cell of the text: a line of the body and a column. */
export type Point = Place & { readonly x: number };

/** `chars`: from point to point as in a text. `lines`: whole rows. `rectangle`: the same columns of every row. */
export type Shape = 'chars' | 'lines' | 'rectangle';

export type TextSelection = {
  /** Undefined while a cursor is moved and nothing is selected. */
  readonly shape: Shape | undefined;
  /** The place at which the selection began. */
  readonly from: Point;
  /** The end that moves; the cursor of the keyboard. */
  readonly to: Point;
  /** Lines between the two that are not selected, because a sticky header is one of the ends. */
  readonly skipped?: Skipped | undefined;
  /** The text as it was when the mouse button went up. */
  readonly taken?: SelectedText | undefined;
};

/** The lines between a sticky header and the first line of its block that is to be seen below it. */
export type Skipped = { readonly after: Place; readonly next: Place };

/** A range of cells of one row; `to` is not included. */
export type CellSpan = { readonly from: number; readonly to: number };

export type Order = (place: Place) => Position;

/** Returns how two lines of the body lie to each other: negative when the first is above. */
export function comparePlaces(one: Place, other: Place, order: Order): number {
  return comparePositions(order(one), order(other));
}

function comparePositions(a: Position, b: Position): number {
  return a.item - b.item || a.line - b.line;
}

/** Returns the two ends of a selection, first the one that comes first in the text. */
function endsOf({ from, to }: TextSelection, order: Order): readonly [Point, Point] {
  const rows = comparePlaces(from, to, order);
  return rows < 0 || (rows === 0 && from.x <= to.x) ? [from, to] : [to, from];
}

/** Returns the selected cells of the line at a position, in a row of `cols` cells; undefined when none is. */
export type SpanOn = (position: Position, cols: number) => CellSpan | undefined;

/** Returns a function that gives the selected cells of a line. The ends are located once, since that walks the blocks. */
export function spansOf(selection: TextSelection, order: Order): SpanOn {
  const { shape } = selection;
  if (shape === undefined) return () => undefined;
  const [first, last] = endsOf(selection, order);
  const [top, bottom] = [order(first), order(last)];
  const isSkipped = skips(selection, order);
  return (position, cols) => {
    const [toFirst, toLast] = [comparePositions(position, top), comparePositions(position, bottom)];
    if (toFirst < 0 || toLast > 0 || isSkipped(position)) return undefined;
    return spanBetween(shape, [first, last], cols, { isFirst: toFirst === 0, isLast: toLast === 0 });
  };
}

function skips({ skipped }: TextSelection, order: Order): (position: Position) => boolean {
  if (skipped === undefined) return () => false;
  const [after, next] = [order(skipped.after), order(skipped.next)];
  return (position) => comparePositions(position, after) > 0 && comparePositions(position, next) < 0;
}

function spanBetween(
  shape: Shape,
  [first, last]: readonly [Point, Point],
  cols: number,
  { isFirst, isLast }: { readonly isFirst: boolean; readonly isLast: boolean },
): CellSpan | undefined {
  if (shape === 'lines') return { from: 0, to: cols };
  if (shape === 'rectangle') {
    const [left, right] = [Math.min(first.x, last.x), Math.max(first.x, last.x)];
    return left >= cols ? undefined : { from: left, to: Math.min(cols, right + 1) };
  }
  return {
    from: isFirst ? Math.min(first.x, cols) : 0,
    to: isLast ? Math.min(cols, last.x + 1) : cols,
  };
}

// Selections made by clicks: a word, a line, and what a drag takes in from there on.

/** Unit by which a drag grows: cells, words after a double click, lines after a triple one, columns with Alt. */
export type Grain = 'cells' | 'words' | 'lines' | 'rectangle';

const SHAPES: Readonly<Record<Grain, Shape>> = {
  cells: 'chars',
  words: 'chars',
  lines: 'chars',
  rectangle: 'rectangle',
};

/** Returns the selection from one point to another, both with the words or lines around them. */
export function grown(
  text: BodyText,
  from: Point,
  to: Point,
  grain: Grain,
  wordCharacters: string,
): TextSelection {
  const shape = SHAPES[grain];
  if (grain === 'cells' || grain === 'rectangle') return { shape, from, to };
  const around = (point: Point) => unitAround(text, point, grain, wordCharacters);
  const [anchor, head] = [around(from), around(to)];
  const rows = comparePlaces(from, to, text.positionOf);
  const forward = rows < 0 || (rows === 0 && from.x <= to.x);
  return forward
    ? { shape, from: anchor.first, to: head.last }
    : { shape, from: anchor.last, to: head.first };
}

type Unit = { readonly first: Point; readonly last: Point };

function unitAround(text: BodyText, point: Point, grain: 'words' | 'lines', wordCharacters: string): Unit {
  const position = text.positionOf(point);
  const line = logicalLine(text, position);
  if (line.cells.length === 0) return { first: point, last: point };
  const cell = Math.min(cellAt(line, position, point.x), line.cells.length - 1);
  const { from, to } =
    grain === 'words' ? wordAround(line.cells, cell, wordCharacters) : { from: 0, to: line.cells.length };
  return { first: pointAt(text, line, from), last: pointAt(text, line, to - 1) };
}

function pointAt(text: BodyText, line: ReturnType<typeof logicalLine>, cell: number): Point {
  const { position, x } = rowAndColumn(line, cell);
  return { ...text.placeOf(position), x };
}

// Words in a line of cells: letters and digits of any script, and the characters that the setting counts
// as such.

export type WordKind = 'word' | 'blank' | 'sign';

/** Returns the class of a cell: blank, word or punctuation. The right half of a wide character is like its left half. */
export function kindOf(cells: readonly string[], x: number, wordCharacters: string): WordKind {
  const cell = cells[x] === '' ? (cells[x - 1] ?? ' ') : (cells[x] ?? ' ');
  if (cell.trim() === '') return 'blank';
  return isLetter(cell) || wordCharacters.includes(cell) ? 'word' : 'sign';
}

/** Returns the run of cells of one kind around a cell: a word, blanks, or signs; `to` is not included. */
function wordAround(
  cells: readonly string[],
  x: number,
  wordCharacters: string,
): { readonly from: number; readonly to: number } {
  const kind = kindOf(cells, x, wordCharacters);
  let [from, to] = [x, x + 1];
  while (from > 0 && kindOf(cells, from - 1, wordCharacters) === kind) from--;
  while (to < cells.length && kindOf(cells, to, wordCharacters) === kind) to++;
  return { from, to };
}

/** A letter of any script changes with its case or is beyond ASCII; digits and `_` count too. */
function isLetter(cell: string): boolean {
  const code = cell.codePointAt(0) ?? 0;
  if (code >= 0x80) return !isSignBeyondAscii(code);
  const lower = code | 0x20;
  return (code >= 0x30 && code <= 0x39) || (lower >= 0x61 && lower <= 0x7a) || cell === '_';
}

/** General punctuation, arrows, box drawing and other symbols: they stand between words. */
function isSignBeyondAscii(code: number): boolean {
  return (
    (code >= 0xa0 && code < 0xc0) || (code >= 0x2000 && code < 0x2c00) || (code >= 0x3000 && code < 0x3005)
  );
}

// The text of a selection: logical lines without blanks at their ends, commands without their chips.

export type SelectedText = { readonly text: string; readonly lines: number };

/** Limit: UTF-16 units of one copy. What is longer is cut there, at the end of a line. */
const CHARS_LIMIT = 16 * 1024 * 1024;

export function selectedText(text: BodyText, selection: TextSelection): SelectedText {
  const [first, last] = endsOf(selection, text.positionOf);
  const end = text.positionOf(last);
  const spanOn = spansOf(selection, text.positionOf);
  const { skipped } = selection;
  const [after, next] = [skipped?.after, skipped?.next].map((place) => place && text.positionOf(place));
  const lines: string[] = [];
  let chars = 0;
  let at = startOf(text, first);
  let above: Position | undefined;
  while (at !== undefined && chars < CHARS_LIMIT) {
    const continues = above !== undefined && selection.shape !== 'rectangle' && isAlike(text, above, at);
    chars += taken(text, spanOn, continues, at, lines);
    above = at;
    if (at.item > end.item || (at.item === end.item && at.line >= end.line)) break;
    const skipsOn: boolean = after !== undefined && comparePositions(at, after) === 0;
    at = skipsOn ? next : text.step(at, 1);
  }
  const trimmed = lines.map((line) => line.trimEnd());
  while (trimmed.at(-1) === '') trimmed.pop();
  return { text: trimmed.join('\n'), lines: trimmed.length };
}

/** Adds the selected cells of a row as a line, or to the line that the row continues; returns the length of that line. */
function taken(text: BodyText, spanOn: SpanOn, continues: boolean, at: Position, lines: string[]): number {
  const row = text.row(at);
  const span = spanOn(at, row?.chars.length ?? 0);
  if (row === undefined || span === undefined) return 0;
  const piece = pieceOf(text.line(at), row, span.from, span.to);
  const goesOn = row.wrapped && continues && lines.length > 0;
  lines.push(goesOn ? `${lines.pop() ?? ''}${piece}` : piece);
  return piece.length;
}

/** A block that was trimmed away meanwhile began above everything that is left. */
function startOf(text: BodyText, first: Point): Position | undefined {
  const position = text.positionOf(first);
  return position.item < 0 ? text.first : position;
}

/** Returns the cells of a row that are selected; of a header that is selected whole, its command line. */
function pieceOf(line: BodyLine, row: Row, from: number, to: number): string {
  if (line.kind === 'header' && from === 0 && to >= rowText(row).length) {
    return withoutControls(line.block.commandLine).split('\n', 1)[0] ?? '';
  }
  const cells = row.chars.slice(from, to).join('');
  return line.kind === 'output' || line.kind === 'live' ? cells : cells.trimStart();
}

// Draws selected cells inverse, or in the colours that a program has set for selections.

/** Colours of selected cells, `0xrrggbb` each. */
type SelectionColors = {
  readonly selection?: number | undefined;
  readonly selectedText?: number | undefined;
};

export function markedStyle(id: StyleId, { selection, selectedText }: SelectionColors): StyleId {
  const style = styleOf(id);
  if (selection === undefined && selectedText === undefined) {
    return internStyle({ ...style, inverse: !style.inverse });
  }
  return internStyle({
    ...style,
    inverse: false,
    bg: selection === undefined ? style.bg : { kind: 'rgb', value: selection },
    fg: selectedText === undefined ? style.fg : { kind: 'rgb', value: selectedText },
  });
}
