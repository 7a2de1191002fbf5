/** The parts of the history page, computed from the size of the window. */

import type { Rect, Size } from '../../../client/panes/pane-tree.ts';
import { layout } from '../window-layout.ts';

export type HistoryLayout = {
  readonly area: Rect;
  readonly field: Rect;
  /** The row of filters; height 0 in a window too low for it. */
  readonly chips: Rect;
  readonly list: Rect;
  /** The output of the chosen command with its heading, at the right of the list or below it; undefined without room. */
  readonly preview: Rect | undefined;
};

/** Narrower windows have the output below the list. */
const WIDE_COLS = 100;
/** Part of a wide window that the list has. */
const LIST_PART = 0.56;
/** Part of the rows that the output has below the list. */
const BELOW_PART = 0.4;
/** A lower page has only the list. */
const LEAST_ROWS = 11;

export function historyLayout(size: Size): HistoryLayout {
  const { area } = layout(size);
  const { x, y, width, height } = area;
  const chips = height >= 5 ? 1 : 0;
  const top = y + 1 + chips;
  const rows = Math.max(1, height - 1 - chips);
  const isWide = width >= WIDE_COLS;
  const listWidth = isWide ? Math.floor(width * LIST_PART) : width;
  const below = isWide || height < LEAST_ROWS ? 0 : Math.floor(rows * BELOW_PART);
  return {
    area,
    field: { x, y, width, height: 1 },
    chips: { x, y: y + 1, width, height: chips },
    list: { x, y: top, width: listWidth, height: rows - below },
    preview: previewRect({ x, y: top, width, height: rows }, { isWide, listWidth, below }),
  };
}

/** The page that has nothing to show: the field, and a line that says so. */
export function emptyLayout(size: Size): HistoryLayout {
  const { area } = layout(size);
  const { x, y, width, height } = area;
  const rows = Math.min(2, height);
  return {
    area: { ...area, height: rows },
    field: { x, y, width, height: 1 },
    chips: { x, y: y + 1, width, height: 0 },
    list: { x, y: y + 1, width, height: rows - 1 },
    preview: undefined,
  };
}

function previewRect(
  { x, y, width, height }: Rect,
  { isWide, listWidth, below }: { isWide: boolean; listWidth: number; below: number },
): Rect | undefined {
  // A line stands between the list and the output.
  if (isWide) return { x: x + listWidth + 1, y, width: width - listWidth - 1, height };
  return below === 0 ? undefined : { x, y: y + height - below, width, height: below };
}
