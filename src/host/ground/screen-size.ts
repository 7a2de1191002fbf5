/** Default and largest size of a terminal, in cells. */

export const DEFAULT_COLS = 80;

export const DEFAULT_ROWS = 24;

/** Largest screen of the emulator: a cell takes twelve bytes, and the scrollback has thousands of rows. */
export const MAX_COLS = 1000;

export const MAX_ROWS = 500;
