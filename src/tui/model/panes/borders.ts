/** The borders between panes: which cells they have, and what a border divides. */

import type { Border, Direction } from '../split.ts';
import type { Rect } from '../window-layout.ts';
import type { Pane } from './panes.ts';

function right({ rect }: Pane): number {
  return rect.x + rect.width;
}

function bottom({ rect }: Pane): number {
  return rect.y + rect.height;
}

export function contains(
  { x, y, width, height }: Rect,
  at: { readonly x: number; readonly y: number },
): boolean {
  return at.x >= x && at.x < x + width && at.y >= y && at.y < y + height;
}

export function paneAt(
  panes: readonly Pane[],
  at: { readonly x: number; readonly y: number },
): Pane | undefined {
  return panes.find(({ rect }) => contains(rect, at));
}

/** Returns the border at a cell: the panes at its left and right, or above and below. */
export function borderAt(
  panes: readonly Pane[],
  { x, y }: { readonly x: number; readonly y: number },
): Border | undefined {
  const spansRow = ({ rect }: Pane) => y >= rect.y && y < rect.y + rect.height;
  const spansColumn = ({ rect }: Pane) => x >= rect.x && x < rect.x + rect.width;
  const beside = {
    before: panes.find((pane) => spansRow(pane) && right(pane) === x),
    after: panes.find((pane) => spansRow(pane) && pane.rect.x === x + 1),
  };
  if (beside.before && beside.after)
    return { axis: 'columns', before: beside.before.uri, after: beside.after.uri };
  const over = {
    before: panes.find((pane) => spansColumn(pane) && bottom(pane) === y),
    after: panes.find((pane) => spansColumn(pane) && pane.rect.y === y + 1),
  };
  if (over.before && over.after) return { axis: 'rows', before: over.before.uri, after: over.after.uri };
  return undefined;
}

/**
 * Returns the pane next to another one in a direction: of those that touch it there, the one beside its middle. At the edge of
 * the window it is the one at the other end, as people walk round.
 */
export function neighbour(panes: readonly Pane[], uri: string, direction: Direction): Pane | undefined {
  const from = panes.find((pane) => pane.uri === uri);
  if (from === undefined) return undefined;
  const isAcross = direction === 'left' || direction === 'right';
  const start = (pane: Pane) => (isAcross ? pane.rect.x : pane.rect.y);
  const end = (pane: Pane) => (isAcross ? right(pane) : bottom(pane));
  const isForward = direction === 'right' || direction === 'down';
  const touching = panes.filter((pane) => overlaps(pane, from, isAcross) && pane !== from);
  const ahead = touching.filter((pane) => (isForward ? start(pane) >= end(from) : end(pane) <= start(from)));
  const reached = ahead.length > 0 ? ahead : touching;
  const edge = isForward ? start : end;
  const first = isForward ? Math.min(...reached.map(edge)) : Math.max(...reached.map(edge));
  const candidates = reached.filter((pane) => edge(pane) === first);
  const middle = isAcross ? from.rect.y + from.rect.height / 2 : from.rect.x + from.rect.width / 2;
  return candidates.toSorted(
    (one, other) => distance(one, middle, isAcross) - distance(other, middle, isAcross),
  )[0];
}

function overlaps(one: Pane, other: Pane, isAcross: boolean): boolean {
  if (isAcross) return one.rect.y < bottom(other) && other.rect.y < bottom(one);
  return one.rect.x < right(other) && other.rect.x < right(one);
}

function distance(pane: Pane, middle: number, isAcross: boolean): number {
  const [from, to] = isAcross ? [pane.rect.y, bottom(pane)] : [pane.rect.x, right(pane)];
  if (middle < from) return from - middle;
  return middle >= to ? middle - to + 1 : 0;
}
