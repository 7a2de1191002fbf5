/** How wide RUN's line is: moves of the cursor by rows depend on it. */

import { textColumns } from '../../editor/editor-view.ts';
import type { Mode, Model } from '../model.ts';
import { chipWidth } from './mode-chip.ts';

/** Cells of a row of RUN's text: what moves by rows need to know. */
export function runColumns(model: Model): number {
  const mode: Mode = 'run';
  return textColumns(roomFor(model, mode), [{ text: `${model.look.glyphs.prompt} ` }]);
}

export function roomFor(model: Model, mode: Mode): number {
  return Math.max(1, model.size.cols - chipWidth(mode) - 1);
}
