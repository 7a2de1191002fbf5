/** Rectangles of cells as lengths of the style sheet, so that panes follow the size of the page by themselves. */

import type { Border, Rect } from '../../../client/panes/pane-tree.ts';

/** Pixels of a border; a border of the layout is a cell, which both panes beside it share. */
const LINE = 1;

export type Style = {
  readonly left: string;
  readonly top: string;
  readonly width: string;
  readonly height: string;
};

export function styleOf({ x, y, width, height }: Rect, area: Rect): Style {
  return {
    left: edge(x, area.width),
    top: edge(y, area.height),
    width: length(width, area.width),
    height: length(height, area.height),
  };
}

export function borderStyle({ kind, rect }: Border, area: Rect): Style {
  const whole = styleOf(rect, area);
  return kind === 'row'
    ? { ...whole, left: edge(rect.x + 1, area.width, -LINE), width: `${LINE}px` }
    : { ...whole, top: edge(rect.y + 1, area.height, -LINE), height: `${LINE}px` };
}

function edge(cells: number, all: number, more = 0): string {
  return `calc((100% + ${LINE}px) * ${cells / (all + 1)} + ${more}px)`;
}

function length(cells: number, all: number): string {
  return edge(cells + 1, all, -LINE);
}
