/** The parts of the window as rectangles, computed from its size and the height the bar asks for. */

import type { Rect, Size } from '../../client/panes/pane-tree.ts';

export type Layout = {
  readonly size: Size;
  /** The tab bar; height 0 in a window too low for it. */
  readonly tabs: Rect;
  /** All between tabs and bar: panes side by side, or a single one. */
  readonly area: Rect;
  /** The pane of the terminal in front; the pty gets its size, whatever covers it. */
  readonly pane: Rect;
  /** The pane without what a tall bar covers; it shows the body. */
  readonly body: Rect;
  readonly bar: Rect;
};

/** A window with fewer rows has no tab bar: the pane needs the row more. */
const ROWS_FOR_TABS = 5;

/** Divides a window; `place` finds the pane of the terminal in front in the area, which it has alone by default. */
export function layout(size: Size, barHeight = 1, place = (area: Rect): Rect => area): Layout {
  const { cols, rows } = size;
  const tabsHeight = rows >= ROWS_FOR_TABS ? 1 : 0;
  const area = { x: 0, y: tabsHeight, width: cols, height: Math.max(1, rows - tabsHeight - 1) };
  const bar = Math.max(1, Math.min(barHeight, Math.floor(rows / 2)));
  const pane = place(area);
  return {
    size,
    tabs: { x: 0, y: 0, width: cols, height: tabsHeight },
    area,
    pane,
    body: { ...pane, height: Math.max(1, Math.min(pane.height, rows - bar - pane.y)) },
    bar: { x: 0, y: rows - bar, width: cols, height: bar },
  };
}

/** Rows of a dialog's box that are not its lines: the frame and the footer. */
export const FRAME_ROWS = 3;

/** Lines that a page or dialog of an area can have. A row stays free. */
export function dialogRows({ height }: Pick<Rect, 'height'>): number {
  return Math.max(1, height - FRAME_ROWS - 1);
}

/** Returns a box of at most `width` × `height` in the middle of an area. */
export function centred(area: Rect, width: number, height: number): Rect {
  const w = Math.min(width, area.width);
  const h = Math.min(height, area.height);
  return {
    x: area.x + Math.floor((area.width - w) / 2),
    y: area.y + Math.floor((area.height - h) / 3),
    width: w,
    height: h,
  };
}
