/** A selection of text in the body: two points that stay with their text while it scrolls, and the cells between them. */

import type { Position } from '../list/block-list.ts';
import type { Place } from '../list/places.ts';

/** A cell of the text: a line of the body and a column. */
export type Point = Place & { readonly x: number };

/** `chars`: from point to point as in a text. `lines`: whole rows. `rectangle`: the same columns of every row. */
export type Shape = 'chars' | 'lines' | 'rectangle';

export type TextSelection = {
  /** Undefined while a cursor is moved and nothing is selected. */
  readonly shape: Shape | undefined;
  /** Where it began. */
  readonly from: Point;
  /** The end that moves; the cursor of the keyboard. */
  readonly to: Point;
};

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
export function endsOf({ from, to }: TextSelection, order: Order): readonly [Point, Point] {
  const rows = comparePlaces(from, to, order);
  return rows < 0 || (rows === 0 && from.x <= to.x) ? [from, to] : [to, from];
}

/** Returns the selected cells of the line at a position, in a row of `cols` cells; undefined when none is. */
export type SpanOn = (position: Position, cols: number) => CellSpan | undefined;

/** Returns what tells the selected cells of each line. The ends are looked up once: each look goes through the blocks. */
export function spansOf(selection: TextSelection, order: Order): SpanOn {
  const { shape } = selection;
  if (shape === undefined) return () => undefined;
  const [first, last] = endsOf(selection, order);
  const [top, bottom] = [order(first), order(last)];
  return (position, cols) => {
    const [toFirst, toLast] = [comparePositions(position, top), comparePositions(position, bottom)];
    if (toFirst < 0 || toLast > 0) return undefined;
    return spanBetween(shape, [first, last], cols, { isFirst: toFirst === 0, isLast: toLast === 0 });
  };
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
