/** Shows an error message that is too long for the bar over the top of the body, so that it is not cut. */

import type { Rect } from '../../client/panes/pane-tree.ts';
import { textWidth } from '../../screen/cells/text-width.ts';
import { chipWidth } from '../model/derived/mode-chip.ts';
import type { Mode, Model } from '../model/model.ts';
import { chromeRow } from '../paint/frame.ts';
import type { Overlay } from './compose.ts';
import { wrapped } from './pages/dialog-contents.ts';

/** Most lines of a message; the rest of a longer one is cut, so that the body stays visible. */
const MAX_LINES = 4;

/** Cells of the bar that a message cannot use: blanks around it, and those of an empty command line. */
const OTHER_CELLS = 8;

/** Whether the message is shown over the body, not in the bar. */
export function isLongToast({ toast, size }: Model, mode: Mode): boolean {
  if (toast?.tone !== 'bad' || toast.offer !== undefined) return false;
  return textWidth(toast.text) > size.cols - chipWidth(mode) - OTHER_CELLS;
}

export function longToast(
  model: Model,
  mode: Mode,
  { y, height }: Pick<Rect, 'y' | 'height'>,
): readonly Overlay[] {
  const { toast, size, appearance } = model;
  if (toast === undefined || !isLongToast(model, mode)) return [];
  const { cols } = size;
  const lines = wrapped(toast.text, Math.max(1, cols - 2)).slice(0, Math.min(MAX_LINES, height));
  return lines.map((text, index) => {
    const row = chromeRow([{ text: ` ${text}`.padEnd(cols), style: appearance.theme.cells.error }], cols);
    return { x: 0, y: y + index, width: cols, row };
  });
}
