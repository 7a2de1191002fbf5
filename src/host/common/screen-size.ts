/** The default size of a terminal, in cells. */

export const DEFAULT_COLS = 80;

export const DEFAULT_ROWS = 24;
