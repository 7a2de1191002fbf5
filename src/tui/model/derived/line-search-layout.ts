/** The parts of the search for a line of before: its field in the row of the prompt, the list above it, and on top an output. */

import type { Rect } from '../../../client/panes/pane-tree.ts';

export type LineSearchLayout = {
  /** Undefined without room. */
  readonly preview: Rect | undefined;
  readonly heading: Rect;
  readonly list: Rect;
  readonly field: Rect;
  /** Whether the field is in the row of the prompt. */
  readonly isAtPrompt: boolean;
};

/** Part of the window that all has, the fewest rows, and the rows from which on an output has a part of them. */
const PART = 0.6;
const LEAST_ROWS = 6;
const ROWS_FOR_PREVIEW = 12;
const PREVIEW_PART = 0.35;

/** `promptRow` is the row of the window with the prompt; a prompt without room above it is covered. */
export function lineSearchLayout(
  { x, y, width, height }: Rect,
  promptRow: number | undefined,
): LineSearchLayout {
  const rows = Math.min(height, Math.max(LEAST_ROWS, Math.floor(height * PART)));
  const isAtPrompt = promptRow !== undefined && promptRow - y + 1 >= rows;
  const end = isAtPrompt ? promptRow : promptRow === undefined ? y + height - 1 : y + rows - 1;
  const top = end - rows + 1;
  const above = rows < ROWS_FOR_PREVIEW ? 0 : Math.floor(rows * PREVIEW_PART);
  return {
    preview: above === 0 ? undefined : { x, y: top, width, height: above },
    heading: { x, y: top + above, width, height: 1 },
    list: { x, y: top + above + 1, width, height: rows - above - 2 },
    field: { x, y: end, width, height: 1 },
    isAtPrompt,
  };
}

/** Returns the index of the line in the lowest row, to which the newest is nearest. */
export function firstLineOf(height: number, selected: number, count: number): number {
  return Math.max(0, Math.min(selected - Math.floor(height / 2), count - height));
}
