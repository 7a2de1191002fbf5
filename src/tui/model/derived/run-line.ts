/** The line of RUN: its columns, and the commands of its terminal that it recalls. */

import { textColumns } from '../../../screen/editor/editor-view.ts';
import type { Mode, Model } from '../model.ts';
import type { SeenTerminal, ViewState } from '../view-state.ts';
import { chipWidth } from './mode-chip.ts';

// The width of RUN's line; cursor moves by rows depend on it.

/** Returns the cells of one row of RUN's text. */
export function runColumns(model: Model, viewState?: Pick<ViewState, 'inputColumns'>): number {
  const atPrompt = model.active === undefined ? undefined : viewState?.inputColumns(model.active);
  if (atPrompt !== undefined) return atPrompt;
  const mode: Mode = 'run';
  return textColumns(roomFor(model, mode), [{ text: `${model.appearance.glyphs.prompt} ` }]);
}

export function roomFor(model: Model, mode: Mode): number {
  return Math.max(1, model.size.cols - chipWidth(mode) - 1);
}

// The command lines that ran in a terminal, as its line editor offers them again.

/** Commands of the terminal that Up walks through before the host is asked. */
const MOST = 500;

/** Returns the command lines oldest first, whoever typed them. */
export function ownCommands(terminal: SeenTerminal | undefined): readonly string[] {
  return (terminal?.blocks ?? []).slice(-MOST).map(({ commandLine }) => commandLine);
}
