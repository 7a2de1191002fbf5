/** The width of RUN's line; cursor moves by rows depend on it. */

import { textColumns } from '../../editor/editor-view.ts';
import type { Mode, Model } from '../model.ts';
import type { Readings } from '../readings.ts';
import { chipWidth } from './mode-chip.ts';

/** Returns the cells of one row of RUN's text. */
export function runColumns(model: Model, readings?: Pick<Readings, 'inputColumns'>): number {
  const atPrompt = model.active === undefined ? undefined : readings?.inputColumns(model.active);
  if (atPrompt !== undefined) return atPrompt;
  const mode: Mode = 'run';
  return textColumns(roomFor(model, mode), [{ text: `${model.appearance.glyphs.prompt} ` }]);
}

export function roomFor(model: Model, mode: Mode): number {
  return Math.max(1, model.size.cols - chipWidth(mode) - 1);
}
