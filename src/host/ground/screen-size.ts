/** The sizes of a terminal, in cells. */

export const DEFAULT_COLS = 80;

export const DEFAULT_ROWS = 24;

/** The largest screen the emulator keeps; a cell costs twelve bytes, and a terminal has thousands of rows. */
export const MAX_COLS = 1000;

export const MAX_ROWS = 500;
