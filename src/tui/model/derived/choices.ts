/** The lists behind the palette, the history search and the list of tabs. */

import type { Block } from '../../../client/blocks/block.ts';
import { canEnd } from '../../../client/claims.ts';
import {
  type PaletteItem,
  paletteItems,
  type VerbItem,
  verbItems,
} from '../../../client/commands/palette.ts';
import { foundLines, type FoundLine as HistoryLine } from '../../../client/history-lines.ts';
import { membersOf, splitOf } from '../../../client/panes/split.ts';
import { tabTest } from '../../../client/terminal-names.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import { wordsTest } from '../../../protocol/cotty/filter/words-test.ts';
import type { FoundCommand, FoundLine } from '../../../protocol/cotty/find.ts';
import type { PastLine } from '../../../protocol/cotty/past-line.ts';
import type { CommandMeta } from '../../../protocol/terminal/command-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { textWidth } from '../../../screen/cells/text-width.ts';
import { editorText } from '../../../screen/editor/editor-state.ts';
import { cut, padded } from '../../blocks/header/span.ts';
import { SETTINGS, type Settings } from '../../config/settings.ts';
import type { MachineRow, Model } from '../model.ts';
import { activeView } from '../step.ts';
import type { ViewState } from '../view-state.ts';
import { speakerOf } from './history-page.ts';
import { inputContext } from './input-context.ts';
import type { Piece } from './mode-chip.ts';

/** Commands of this terminal that the history search lists; typing more finds older ones. */
const HISTORY_SHOWN = 200;

/** An entry of the palette: a command, or a line of tmux. */
type Choice = PaletteItem | VerbItem;

export function paletteMatches(model: Model, viewState: ViewState): readonly Choice[] {
  if (model.dialog?.kind !== 'palette') return [];
  const query = editorText(model.dialog.editor);
  return [...verbItems(query), ...paletteFor(model, viewState, query)];
}

function paletteFor(model: Model, viewState: ViewState, query: string): readonly PaletteItem[] {
  const input = inputContext(model, viewState);
  const table = activeView(model)?.view.mode ?? 'run';
  return paletteItems(model.keymap, query, { table, input, recent: model.recent });
}

/** Returns the lines of before that match, newest first. */
export function historyMatches(model: Model, viewState: ViewState): readonly HistoryLine[] {
  const { dialog, active } = model;
  if (dialog?.kind !== 'history' || active === undefined) return [];
  const blocks = viewState.terminal(active)?.blocks ?? [];
  // The shell's own history does not have the unrecorded ones either.
  const own = blocks.filter(({ commandLine, unrecorded }) => commandLine !== '' && !unrecorded);
  const lines = own.slice(-HISTORY_SHOWN).map(pastLine);
  return foundLines(dialog.found, lines, editorText(dialog.editor), speakerOf(model, viewState));
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
export function tabMatches(model: Model): readonly TerminalInfo[] {
  if (model.dialog?.kind !== 'tabs') return [];
  const fits = tabTest(model, editorText(model.dialog.editor));
  const { joins } = model.dialog;
  const split = splitOf(model, model.active);
  return model.tabs.filter((tab) => {
    // A terminal that is shown already cannot be put beside itself.
    if (
      joins &&
      (tab.resource === model.active || (split !== undefined && membersOf(split).includes(tab.resource)))
    )
      return false;
    return fits(tab);
  });
}

/** Returns the machines with all words of the filter in name or address; `undefined` stands for the machine of the window's own host. */
export function machineMatches({ dialog, machines }: Model): readonly (MachineRow | undefined)[] {
  if (dialog?.kind !== 'machines') return [];
  const fits = wordsTest(editorText(dialog.editor));
  return [undefined, ...machines].filter((machine) =>
    fits(machine === undefined ? 'this machine' : `${machine.name} ${machine.address}`),
  );
}

/** Returns the values of the setting `theme` that have all words of the filter. */
export function themeMatches({ dialog }: Model): readonly Settings['theme'][] {
  if (dialog?.kind !== 'themes') return [];
  const fits = wordsTest(editorText(dialog.editor));
  return SETTINGS.theme.choices.filter((name) => fits(name));
}

// The entries of the palette in measured columns: title, description, and the keys at the right.

/** Cells between columns, and the fewest that make a description worth its column. */
const GAP = 2;
const LEAST_DESCRIPTION = 16;

/** Returns the width at which no entry is cut, whichever commands are listed. */
export function paletteWidth(model: Model, viewState: ViewState): number {
  const items = paletteFor(model, viewState, '');
  const title = widest(items.map((item) => item.title));
  return Math.max(
    0,
    ...items.map((item) => title + GAP + textWidth(item.description) + GAP + textWidth(keysOf(item))),
  );
}

/** The keys that an entry shows: at most two. */
function keysOf({ keys }: Choice): string {
  return keys.slice(0, 2).join(' ');
}

/**
 * Returns one line per entry, of exactly `width` cells. If they do not fit, descriptions are dropped before keys and titles
 * are cut; a description has all cells that the keys of its line leave.
 */
export function paletteLines(
  items: readonly Choice[],
  width: number,
  ellipsis: string,
): readonly (readonly Piece[])[] {
  const keys = Math.min(Math.floor(width / 3), widest(items.map(keysOf)));
  const title = Math.min(width - keys - GAP, widest(items.map((item) => item.title)));
  const room = width - title - keys - 2 * GAP;
  const hasRoom = room >= LEAST_DESCRIPTION;
  return items.map((item) => {
    const own = cut(keysOf(item), keys, ellipsis);
    const left = width - title - GAP - textWidth(own);
    const description = hasRoom ? cut(item.description, left - (own === '' ? 0 : GAP), ellipsis) : '';
    return [
      ...markedTitle(item, title, ellipsis),
      { text: ' '.repeat(GAP) + padded(description, Math.max(0, left)), role: 'muted' },
      { text: own, role: 'muted' },
    ];
  });
}

/** Returns the description of the chosen entry if the lines have no room for descriptions. */
export function chosenDescription(
  item: Choice | undefined,
  width: number,
  lines: readonly (readonly Piece[])[],
  ellipsis: string,
): readonly Piece[] | undefined {
  const isShown = lines.some((line) => line.some(({ text, role }) => role === 'muted' && text.trim() !== ''));
  return item === undefined || isShown
    ? undefined
    : [{ text: cut(item.description, width, ellipsis), role: 'muted' }];
}

/** Returns the title, in which the letters that were typed stand out. */
function markedTitle({ title, marked }: Choice, width: number, ellipsis: string): readonly Piece[] {
  const pieces: { text: string; role: Piece['role'] }[] = [];
  [...column(title, width, ellipsis)].forEach((text, at) => {
    const role = marked.includes(at) ? 'match' : 'text';
    const last = pieces.at(-1);
    if (last?.role === role) last.text += text;
    else pieces.push({ text, role });
  });
  return pieces;
}

function column(text: string, width: number, ellipsis: string): string {
  return padded(cut(text, width, ellipsis), width);
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map(textWidth));
}

// The terminals that this window can end.

/** Returns the URIs of the terminals that can be ended from here; those that run at other clients are ended there. */
export function endableTerminals({ tabs, me }: Model): readonly string[] {
  return tabs.filter((tab) => canEnd(tab, me)).map(({ resource }) => resource);
}

// The matches of a search over all terminals, as a list to choose from.

/** A matching line of an output, or only the command, if just its command line or the filter matches. */
type FoundHit = { readonly command: FoundCommand; readonly line: FoundLine | undefined };

export function foundHits(found: readonly FoundCommand[]): readonly FoundHit[] {
  return found.flatMap((command): readonly FoundHit[] =>
    command.lines.length === 0
      ? [{ command, line: undefined }]
      : command.lines.map((line) => ({ command, line })),
  );
}
