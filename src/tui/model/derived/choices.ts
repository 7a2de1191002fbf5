/** The lists behind the palette and the history search. */

import { editorText } from '../../editor/editor-state.ts';
import { fuzzyFind } from '../../keys/help/fuzzy-find.ts';
import { type PaletteItem, paletteItems } from '../../keys/help/palette.ts';
import type { Model } from '../model.ts';
import type { Readings } from '../readings.ts';
import { activeView } from '../step.ts';
import { inputContext } from './input-context.ts';

/** Entries the history search lists; typing more of a command line finds older ones. */
const HISTORY_SHOWN = 200;

export function paletteMatches(model: Model, readings: Readings): readonly PaletteItem[] {
  if (model.dialog?.kind !== 'palette') return [];
  const query = editorText(model.dialog.editor);
  const input = inputContext(model, readings);
  const mode = activeView(model)?.view.mode ?? 'run';
  const here = paletteItems(model.keymap, mode, query, input);
  // Commands of RUN can be chosen in every mode: a person looks for a command, not for a mode.
  const known = new Set(here.map(({ command }) => command));
  const elsewhere = paletteItems(model.keymap, 'run', query, input);
  return [...here, ...elsewhere.filter(({ command }) => !known.has(command))];
}

/** Returns the command lines of this terminal that match the query, newest first, each once. */
export function historyMatches(model: Model, readings: Readings): readonly string[] {
  if (model.dialog?.kind !== 'history' || model.active === undefined) return [];
  const query = editorText(model.dialog.editor);
  const found = new Set<string>();
  for (const { commandLine } of (readings.terminal(model.active)?.blocks ?? []).toReversed()) {
    if (found.size >= HISTORY_SHOWN) break;
    if (commandLine !== '' && fits(query, commandLine)) found.add(commandLine);
  }
  return [...found];
}

function fits(query: string, line: string): boolean {
  return fuzzyFind([line], query, (text) => text).length > 0;
}
