/** What the history page shows besides its list: the chosen command, and the filters as chips. */

import { placeName } from '../../../client/blocks/place.ts';
import type { CommandId } from '../../../client/commands/commands.ts';
import {
  commandAt,
  filterWords,
  type QuickFilter,
  quickWord,
  wordsOf,
} from '../../../client/history-search.ts';
import type { Speaker } from '../../../protocol/cotty/filter/command-filter.ts';
import type { HistoryCommand, HistoryOrder } from '../../../protocol/cotty/history.ts';
import { textWidth } from '../../../screen/cells/text-width.ts';
import { editorText } from '../../../screen/editor/editor-state.ts';
import type { HistoryPage, Model } from '../model.ts';
import type { ViewState } from '../view-state.ts';
import { keyOf } from './key-of.ts';
import type { Piece } from './mode-chip.ts';

/** The command that the keys of the list are for; undefined while it has not come. */
export function chosenCommand({ search, selected }: HistoryPage): HistoryCommand | undefined {
  return commandAt(search, selected);
}

/** Returns the page as it was before another one was shown over it; answers that came meanwhile are asked for anew. */
export function resumedHistory(page: HistoryPage): HistoryPage {
  const { search, trends, preview } = page;
  return {
    ...page,
    search: { ...search, asked: undefined },
    trends: { ...trends, asked: undefined },
    preview: preview?.shown === undefined ? undefined : preview,
  };
}

export function speakerOf({ around, me }: Model, { now }: Pick<ViewState, 'now'>): Speaker {
  return { now, home: around.home, me: me.writer };
}

/** The filters that have keys, with the commands that these keys run. */
const QUICK_FILTERS = [
  { filter: 'failed', command: 'history.failed', label: 'failed', short: 'failed' },
  { filter: 'folder', command: 'history.folder', label: 'this folder', short: 'here' },
  { filter: 'repository', command: 'history.repository', label: 'repository', short: 'repo' },
  { filter: 'mine', command: 'history.mine', label: 'mine', short: 'mine' },
  { filter: 'today', command: 'history.today', label: 'today', short: 'today' },
] as const satisfies readonly {
  readonly filter: QuickFilter;
  readonly command: CommandId;
  readonly label: string;
  readonly short: string;
}[];

const ORDER_TEXTS: Readonly<Record<HistoryOrder, string>> = {
  newest: 'newest first',
  oldest: 'oldest first',
  longest: 'longest first',
  shortest: 'shortest first',
  failed: 'failed first',
  command: 'by command',
};

/** Returns the path of the folder of the terminal in front. */
export function folderInFront({ active }: Model, viewState: Pick<ViewState, 'terminal'>): string | undefined {
  const cwd = active === undefined ? undefined : viewState.terminal(active)?.cwd;
  return cwd === undefined ? undefined : placeName(cwd, undefined);
}

/** Returns the word of a filter that has a key, for the terminal in front; undefined where it means nothing. */
export function quickWordHere(
  model: Model,
  viewState: Pick<ViewState, 'terminal'>,
  { repository }: Pick<HistoryPage, 'repository'>,
  filter: QuickFilter,
): string | undefined {
  const folder = folderInFront(model, viewState);
  const { home } = model.around;
  return quickWord(filter, {
    folder: shortened(folder, home),
    repository: shortened(repository, home),
  });
}

function shortened(path: string | undefined, home: string | undefined): string | undefined {
  if (path === undefined || home === undefined || home === '/') return path;
  if (path === home) return '~';
  return path.startsWith(`${home}/`) ? `~${path.slice(home.length)}` : path;
}

/** A chip in the row of filters: a command that a click runs, or a word that it takes out. */
export type FilterChip = Piece & {
  readonly does: { readonly command: CommandId } | { readonly word: string };
};

/** Returns the chips that fit, the order at the end; those of filters that are not in force are left out first. */
export function filterChips(
  model: Model,
  viewState: ViewState,
  page: HistoryPage,
  width: number,
): readonly FilterChip[] {
  const forms = ['keys', 'labels', 'short', 'active'] as const;
  const made = forms.map((form) => chipsIn(model, viewState, page, form));
  const fits = (chips: readonly FilterChip[]) =>
    chips.reduce((sum, { text }) => sum + textWidth(text), 0) <= width;
  return made.find(fits) ?? made.at(-1) ?? [];
}

function chipsIn(
  model: Model,
  viewState: ViewState,
  page: HistoryPage,
  form: 'keys' | 'labels' | 'short' | 'active',
): readonly FilterChip[] {
  const { editor, order } = page;
  const text = editorText(editor);
  const words = wordsOf(text);
  const quick = QUICK_FILTERS.map((each) => ({
    ...each,
    word: quickWordHere(model, viewState, page, each.filter),
  }));
  const others = filterWords(text, speakerOf(model, viewState)).filter(
    (word) => !quick.some((each) => each.word === word),
  );
  const key = (command: CommandId) => (form === 'keys' ? ` ${keyOf(model, 'dialog', command) ?? ''}` : '');
  const { close } = model.appearance.glyphs;
  return [
    ...quick.flatMap(({ word, label, short, command }): FilterChip[] => {
      const isOn = word !== undefined && words.includes(word);
      if (word === undefined || (form === 'active' && !isOn)) return [];
      const name = form === 'short' ? short : label;
      const off = form === 'short' ? ` ${name}` : ` ${name}${key(command)} `;
      return [
        {
          text: isOn ? ` ${name} ${close} ` : off,
          role: isOn ? 'selected' : 'muted',
          does: { command },
        },
      ];
    }),
    ...others.map((word): FilterChip => ({ text: ` ${word} ${close} `, role: 'selected', does: { word } })),
    {
      text: ` ${form === 'short' ? order : ORDER_TEXTS[order]}${key('history.sort')} `,
      role: order === 'newest' ? 'muted' : 'info',
      does: { command: 'history.sort' },
    },
  ];
}

/** Returns the chip at a column of the row. */
export function chipAt(chips: readonly FilterChip[], x: number): FilterChip | undefined {
  let from = 0;
  return chips.find(({ text }) => {
    from += textWidth(text);
    return x < from;
  });
}
