/** The lists behind the palette, the history search and the list of tabs. */

import type { Block } from '../../../client/blocks/block.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import { wordsTest } from '../../../protocol/cotty/filter/words-test.ts';
import type { PastLine } from '../../../protocol/cotty/past-line.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { editorText } from '../../editor/editor-state.ts';
import { type PaletteItem, paletteItems } from '../../keys/help/palette.ts';
import { THEME_NAMES } from '../../theme/themes.ts';
import type { Model } from '../model.ts';
import { splitOf } from '../panes/pane-layout.ts';
import type { Readings } from '../readings.ts';
import { activeView } from '../step.ts';
import { inputContext } from './input-context.ts';
import { tabTest } from './tab-test.ts';

/** Commands of this terminal that the history search lists; typing more finds older ones. */
const HISTORY_SHOWN = 200;

export function paletteMatches(model: Model, readings: Readings): readonly PaletteItem[] {
  if (model.dialog?.kind !== 'palette') return [];
  const query = editorText(model.dialog.editor);
  const input = inputContext(model, readings);
  const table = activeView(model)?.view.mode ?? 'run';
  return paletteItems(model.keymap, query, { table, input, recent: model.recent });
}

/**
 * Returns the commands of before that match the query, each once: those of this terminal, newest first, then what the host has
 * found.
 */
export function historyMatches(model: Model, readings: Readings): readonly PastLine[] {
  const { dialog, active } = model;
  if (dialog?.kind !== 'history' || active === undefined) return [];
  const fits = wordsTest(editorText(dialog.editor));
  const found = new Map<string, PastLine>();
  for (const block of (readings.terminal(active)?.blocks ?? []).toReversed()) {
    if (found.size >= HISTORY_SHOWN) break;
    const { commandLine: line } = block;
    // The shell's own history does not have it either.
    if (block.unrecorded) continue;
    if (line !== '' && !found.has(line) && fits(line)) found.set(line, pastLine(block));
  }
  // The answer for what was typed before may still be here.
  for (const past of dialog.found) if (!found.has(past.line) && fits(past.line)) found.set(past.line, past);
  return [...found.values()];
}

function pastLine({ commandLine: line, part, timestamp: at }: Block): PastLine {
  const { cwd } = cottyMeta<CommandMeta>(part._meta);
  const { exitCode } = part;
  return {
    line,
    at,
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(cwd === undefined ? {} : { cwd }),
  };
}

/** Returns the tabs with all words of the filter in name, folder, command or holder; capitals do not count. */
export function tabMatches(model: Model, now: number): readonly TerminalInfo[] {
  if (model.dialog?.kind !== 'tabs') return [];
  const fits = tabTest(model, editorText(model.dialog.editor), now);
  const { joins } = model.dialog;
  const split = splitOf(model, model.active);
  return model.tabs.filter((tab) => {
    // What is there already cannot be shown beside it.
    if (joins && (tab.resource === model.active || split?.members.includes(tab.resource) === true))
      return false;
    return fits(tab);
  });
}

/** Returns the themes whose names have all words of the filter: those of cotty, then those of the person. */
export function themeMatches({ dialog }: Model): readonly string[] {
  if (dialog?.kind !== 'themes') return [];
  const fits = wordsTest(editorText(dialog.editor));
  return ['auto', ...THEME_NAMES, ...dialog.files].filter((name) => fits(name));
}
