/** Selections made by clicks: a word, a line, and what a drag takes in from there on. */

import type { BodyText } from './body-text.ts';
import { cellAt, logicalLine, rowAndColumn } from './logical-line.ts';
import { comparePlaces, type Point, type Shape, type TextSelection } from './selection.ts';
import { wordAround } from './words.ts';

/** What one step of a drag takes in: cells, words after a double click, lines after a triple one, columns with Alt. */
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
