/** The parts of the window as rectangles, computed from its size and the height the bar asks for. */

export type Size = { readonly cols: number; readonly rows: number };
export type Rect = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};

export type Layout = {
  readonly size: Size;
  /** The tab bar; height 0 in a window too low for it. */
  readonly tabs: Rect;
  /** The whole pane; the pty gets its size, whatever covers it. */
  readonly pane: Rect;
  /** The pane without what a tall bar covers; it shows the body. */
  readonly body: Rect;
  readonly bar: Rect;
};

/** A window with fewer rows has no tab bar: the pane needs the row more. */
const ROWS_FOR_TABS = 5;

export function layout(size: Size, barHeight = 1): Layout {
  const { cols, rows } = size;
  const tabsHeight = rows >= ROWS_FOR_TABS ? 1 : 0;
  const paneHeight = Math.max(1, rows - tabsHeight - 1);
  const bar = Math.max(1, Math.min(barHeight, Math.floor(rows / 2)));
  const bodyHeight = Math.max(1, rows - tabsHeight - bar);
  return {
    size,
    tabs: { x: 0, y: 0, width: cols, height: tabsHeight },
    pane: { x: 0, y: tabsHeight, width: cols, height: paneHeight },
    body: { x: 0, y: tabsHeight, width: cols, height: bodyHeight },
    bar: { x: 0, y: rows - bar, width: cols, height: bar },
  };
}

/** Returns a box of at most `width` × `height` in the middle of the pane. */
export function centred(pane: Rect, width: number, height: number): Rect {
  const w = Math.min(width, pane.width);
  const h = Math.min(height, pane.height);
  return {
    x: pane.x + Math.floor((pane.width - w) / 2),
    y: pane.y + Math.floor((pane.height - h) / 3),
    width: w,
    height: h,
  };
}
