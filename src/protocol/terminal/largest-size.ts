/** The largest size of a terminal, in cells: a cell takes twelve bytes, and the scrollback has thousands of rows. */

export const MAX_COLS = 1000;

export const MAX_ROWS = 500;
