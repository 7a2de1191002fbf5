/** The lists behind the palette and the history search. */

import { editorText } from '../../editor/editor-state.ts';
import { fuzzyMatch } from '../../keys/help/fuzzy.ts';
import { type PaletteItem, paletteItems } from '../../keys/help/palette.ts';
import type { Model } from '../model.ts';
import { activeView, type Look } from '../step.ts';
import { inputContext } from './input-context.ts';

/** Entries of the history search; older ones are found by typing more of them. */
const HISTORY_SHOWN = 200;

export function paletteMatches(model: Model, look: Look): readonly PaletteItem[] {
  if (model.dialog?.kind !== 'palette') return [];
  const query = editorText(model.dialog.editor);
  const input = inputContext(model, look);
  const mode = activeView(model)?.view.mode ?? 'run';
  const here = paletteItems(model.keymap, mode, query, input);
  // What can be done in RUN can be chosen from anywhere: who opens a list looks for a deed, not for a mode.
  const known = new Set(here.map(({ command }) => command));
  const elsewhere = paletteItems(model.keymap, 'run', query, input);
  return [...here, ...elsewhere.filter(({ command }) => !known.has(command))];
}

/** Command lines of this terminal that fit the query, newest first, each once. */
export function historyMatches(model: Model, look: Look): readonly string[] {
  if (model.dialog?.kind !== 'history' || model.active === undefined) return [];
  const query = editorText(model.dialog.editor);
  const found = new Set<string>();
  for (const { commandLine } of (look.facts(model.active)?.blocks ?? []).toReversed()) {
    if (found.size >= HISTORY_SHOWN) break;
    if (commandLine !== '' && fuzzyMatch(query, commandLine) !== undefined) found.add(commandLine);
  }
  return [...found];
}
