/** What the history page shows besides its list: the chosen command, and the filters as chips. */

import { placeName } from '../../../client/blocks/place.ts';
import type { CommandId } from '../../../client/commands/commands.ts';
import { ORDER_TEXTS, quickChips } from '../../../client/history-page.ts';
import { commandAt, filterWords, type Here } from '../../../client/history-search.ts';
import type { Speaker } from '../../../protocol/cotty/filter/command-filter.ts';
import type { HistoryCommand } from '../../../protocol/cotty/history.ts';
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

/** Returns the path of the folder of the terminal in front. */
export function folderInFront({ active }: Model, viewState: Pick<ViewState, 'terminal'>): string | undefined {
  const cwd = active === undefined ? undefined : viewState.terminal(active)?.cwd;
  return cwd === undefined ? undefined : placeName(cwd, undefined);
}

/** Returns where the user is, for the filters that refer to it. */
export function hereOf(
  model: Model,
  viewState: Pick<ViewState, 'terminal'>,
  { repository }: Pick<HistoryPage, 'repository'>,
): Here {
  const { home } = model.around;
  return {
    folder: shortened(folderInFront(model, viewState), home),
    repository: shortened(repository, home),
  };
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
  const quick = quickChips(text, hereOf(model, viewState, page));
  const others = filterWords(text, speakerOf(model, viewState)).filter(
    (word) => !quick.some((each) => each.command !== undefined && each.word === word),
  );
  const key = (command: CommandId) => (form === 'keys' ? ` ${keyOf(model, 'dialog', command) ?? ''}` : '');
  const { close } = model.appearance.glyphs;
  return [
    ...quick.flatMap(({ isOn, label, short, command }): FilterChip[] => {
      if (command === undefined || (form === 'active' && !isOn)) return [];
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
