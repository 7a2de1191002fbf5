/** Finds the pane or border at a cell, and the pane next to another one. */

import type { Border, Pane, Rect } from './pane-tree.ts';
import type { Direction } from './split.ts';

type Cell = { readonly x: number; readonly y: number };

export function contains({ x, y, width, height }: Rect, at: Cell): boolean {
  return at.x >= x && at.x < x + width && at.y >= y && at.y < y + height;
}

export function paneAt(panes: readonly Pane[], at: Cell): Pane | undefined {
  return panes.find(({ rect }) => contains(rect, at));
}

/** Returns the border at a cell, and those that end beside it: at a crossing all of them move. */
export function bordersAt(borders: readonly Border[], at: Cell): readonly Border[] {
  const own = borders.filter(({ rect }) => contains(rect, at));
  if (own.length === 0) return [];
  const ending = borders.filter((border) => !own.includes(border) && contains(lengthened(border), at));
  return [...own, ...ending];
}

function lengthened({ kind, rect }: Border): Rect {
  return kind === 'row'
    ? { ...rect, y: rect.y - 1, height: rect.height + 2 }
    : { ...rect, x: rect.x - 1, width: rect.width + 2 };
}

/**
 * Returns the pane next to another one in a direction, as tmux does: among those that touch that side, the one that was in front
 * last (`used`, newest first), else the one beside its middle. At the edge of the window the search wraps around.
 */
export function neighbour(
  panes: readonly Pane[],
  uri: string,
  direction: Direction,
  used: readonly string[] = [],
): Pane | undefined {
  const from = panes.find((pane) => pane.uri === uri);
  if (from === undefined) return undefined;
  const axis = direction === 'left' || direction === 'right' ? ACROSS : DOWN;
  const isForward = direction === 'right' || direction === 'down';
  const [low, high] = axis.span(from.rect);
  const others = panes.filter((pane) => {
    const [start, end] = axis.span(pane.rect);
    return pane !== from && start <= high && end >= low;
  });
  const gap = ({ rect }: Pane) =>
    isForward ? axis.start(rect) - axis.end(from.rect) : axis.start(from.rect) - axis.end(rect);
  const nearest = Math.min(...others.map(gap).filter((cells) => cells >= 0));
  const touching = others.filter((pane) => gap(pane) === nearest);
  const far = isForward
    ? Math.min(...others.map(({ rect }) => axis.start(rect)))
    : Math.max(...others.map(({ rect }) => axis.end(rect)));
  const beside =
    touching.length > 0
      ? touching
      : others.filter(({ rect }) => (isForward ? axis.start(rect) : axis.end(rect)) === far);
  const rank = (pane: Pane) => (used.includes(pane.uri) ? used.indexOf(pane.uri) : used.length);
  const middle = (low + high) / 2;
  const distance = ({ rect }: Pane) => {
    const [start, end] = axis.span(rect);
    return Math.max(start - middle, middle - end, 0);
  };
  return beside.toSorted((one, other) => rank(one) - rank(other) || distance(one) - distance(other))[0];
}

/**
 * Start and end of a pane in a direction, and its span across that direction. The end is the cell of the border after the
 * pane.
 */
const ACROSS = {
  start: ({ x }: Rect) => x,
  end: ({ x, width }: Rect) => x + width,
  span: ({ y, height }: Rect) => [y, y + height - 1] as const,
};
const DOWN = {
  start: ({ y }: Rect) => y,
  end: ({ y, height }: Rect) => y + height,
  span: ({ x, width }: Rect) => [x, x + width - 1] as const,
};
