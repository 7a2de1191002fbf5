/** Places: lines of the body by what they belong to, so that they stay the same while the view scrolls. */

import type { BodyLine } from '../block/body-line.ts';
import type { BodyList, Position } from './block-list.ts';
import { below, indexOf } from './list-position.ts';
import { LIVE } from './search.ts';

/** A line of a block, or of the live part (`block` is empty); line 0 is the header, or the separator. */
export type Place = { readonly block: string; readonly line: number };

/** The places of a planned body. */
export type Places = {
  /** Returns the place of a line of the body, counted from its top. */
  at(y: number): Place | undefined;
  /** Returns where a place is in the list; a block that is gone counts as above everything. */
  positionOf(place: Place): Position;
};

/** Line of the live part that its first row has; the line before is the separator. */
export const FIRST_LIVE = 1;

export function placesOf(list: BodyList, top: Position, sticky: boolean): Places {
  return {
    at: (y) => {
      const position = below(list, top, y);
      if (position === undefined) return undefined;
      // The header of the top block is drawn over the first line.
      return placeOf(list, sticky && y === 0 ? { item: top.item, line: 0 } : position);
    },
    positionOf: (place) => positionOf(list, place),
  };
}

/** Returns the places of the screen as it is, whose first row is row `first` of the live part. */
export function screenPlaces(first: number, rows: number): Places {
  return {
    at: (y) => (y < rows ? { block: LIVE, line: first + y + FIRST_LIVE } : undefined),
    positionOf: ({ block, line }) => (block === LIVE ? { item: 1, line } : { item: 0, line }),
  };
}

export function placeOf(list: BodyList, { item, line }: Position): Place {
  return { block: list.blocks[item]?.id ?? LIVE, line };
}

export function positionOf(list: BodyList, { block, line }: Place): Position {
  if (block === LIVE) return { item: list.count - 1, line };
  const item = indexOf(list, block);
  return item < 0 ? { item: -1, line: 0 } : { item, line };
}

/** Returns the line at a position; rows above the live part belong to the screen as it is. */
export function lineOf(list: BodyList, { item, line }: Position, screen: boolean): BodyLine {
  if (item === list.count - 1 && (screen || line >= FIRST_LIVE))
    return { kind: 'live', index: line - FIRST_LIVE };
  return item < 0 || line >= list.size(item) ? { kind: 'blank' } : list.line(item, line);
}
