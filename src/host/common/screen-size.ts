/** The size of a terminal for which nobody has said one, in cells. */

export const DEFAULT_COLS = 80;

export const DEFAULT_ROWS = 24;
