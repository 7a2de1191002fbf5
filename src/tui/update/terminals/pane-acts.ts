/** Commands on panes: those of `client/panes/pane-commands.ts`, and what only a window has. */

import { canEnd } from '../../../client/claims.ts';
import {
  ALONE,
  joinBeside,
  PANE_COMMANDS,
  type PaneOutcome,
  type PaneState,
  swapped,
} from '../../../client/panes/pane-commands.ts';
import { LEAST_PANE } from '../../../client/panes/pane-tree.ts';
import { membersOf, type Split, splitOf, stackFits } from '../../../client/panes/split.ts';
import { tabTest } from '../../../client/terminal-names.ts';
import { edit } from '../../../screen/editor/edit.ts';
import { EMPTY_EDITOR } from '../../../screen/editor/editor-state.ts';
import type { KeyToken } from '../../input/token.ts';
import { tabMatches } from '../../model/derived/choices.ts';
import type { Model } from '../../model/model.ts';
import { panesArea, shownPanes, stackInFront, tabsOf } from '../../model/panes/pane-layout.ts';
import { andThen, type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { askToCloseAll, closeAllNow } from './closing.ts';
import { openNameDialog } from './name-dialog.ts';
import { fitPanes, openTerminal, select, standTogether } from './tabs.ts';
import { MANY_ACTS } from './type-to-many.ts';

type PaneCommand = (state: PaneState, count?: number) => PaneOutcome;
type Act = (model: Model, viewState: ViewState, count?: number) => Step;

export const PANE_ACTS = {
  ...actsOf(PANE_COMMANDS),
  'pane.join': chooseTab,
  'pane.joinMarked': joinMarked,
  'pane.number': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, () => step({ ...model, dialog: { kind: 'panes', uri: model.active ?? '' } })),
  'pane.fleet': fleet,
  'pane.filter': filter,
  'pane.name': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, () => openNameDialog(model, 'panes')),
  'pane.closeMarked': askToCloseMarked,
  ...MANY_ACTS,
};

function actsOf<Id extends string>(commands: Readonly<Record<Id, PaneCommand>>): Readonly<Record<Id, Act>> {
  const acts = Object.entries<PaneCommand>(commands).map(([id, command]): [string, Act] => [
    id,
    (model, viewState, count) => applied(model, viewState, command(paneState(model), count)),
  ]);
  return Object.fromEntries(acts) as Record<Id, Act>;
}

/** Panes belong to the host's terminals: a visited one has none. */
function paneState(model: Model): PaneState {
  const area = panesArea(model.size);
  return {
    ...tabsOf(model),
    front: model.visited === undefined ? model.active : undefined,
    room: {
      of: 'window',
      area,
      leastPane: LEAST_PANE,
      fits: () => true,
      stackFits: (count) => stackFits(count, area),
      shown: (changed, front) => shownPanes({ ...model, splits: changed, active: front }).panes,
    },
  };
}

function applied(
  model: Model,
  viewState: ViewState,
  { splits = model.splits, front = model.active, opens, note, isBad = false }: PaneOutcome,
): Step {
  if (opens !== undefined) return openTerminal(model, viewState, opens);
  const next: Model = splits === model.splits ? model : { ...model, splits };
  const noted = note === undefined ? next : withToast(next, note, viewState.now, isBad ? 'bad' : 'plain');
  if (next === model && front === model.active) return step(noted);
  const shown = front === undefined || front === model.active ? fitPanes(noted) : select(noted, front);
  return membersIn(model) === membersIn(shown.model) ? shown : andThen(shown, standTogether);
}

/** The members of the split in front, in the order of their panes. */
function membersIn(model: Model): string {
  const split = splitOf(model, model.active);
  return split === undefined ? '' : membersOf(split).join('\n');
}

/** Exchanges the pane in front with another one. */
export function swapPanes(model: Model, viewState: ViewState, other: string): Step {
  return applied(model, viewState, swapped(paneState(model), other));
}

/** Lists the tabs, to show the chosen one beside the one in front. */
function chooseTab(model: Model, viewState: ViewState): Step {
  if (model.visited !== undefined || model.tabs.length < 2)
    return step(withToast(model, 'there is no other tab', viewState.now));
  return step({ ...model, dialog: { kind: 'tabs', editor: EMPTY_EDITOR, selected: 0, joins: true } });
}

/** Shows the chosen tab beside the one in front. */
export function acceptJoin(before: Model, viewState: ViewState): Step {
  const { dialog } = before;
  if (dialog?.kind !== 'tabs') return step(before);
  const uri = tabMatches(before)[dialog.selected]?.resource;
  const model: Model = { ...before, dialog: undefined };
  return uri === undefined ? step(model) : applied(model, viewState, joinBeside(paneState(model), [uri]));
}

/** Moves the marked terminals beside the one in front, and removes their marks. */
function joinMarked(model: Model, viewState: ViewState): Step {
  const { active, many, visited } = model;
  const others = many.filter((uri) => uri !== active);
  if (active === undefined || visited !== undefined || others.length === 0)
    return step(withToast(model, 'no other terminal is marked', viewState.now));
  const outcome = joinBeside(paneState(model), others);
  return applied(outcome.splits === undefined ? model : { ...model, many: [] }, viewState, outcome);
}

function inSplit(model: Model, viewState: ViewState, act: (split: Split) => Step): Step {
  const split = splitOf(model, model.active);
  return split === undefined ? step(withToast(model, ALONE, viewState.now)) : act(split);
}

/** Shows all terminals in one stack, which replaces all other panes. */
function fleet(model: Model, viewState: ViewState): Step {
  const outcome = PANE_COMMANDS['pane.fleet'](paneState(model));
  return applied(
    outcome.splits === undefined ? model : { ...model, rowFilter: undefined },
    viewState,
    outcome,
  );
}

/** Opens the filter of the rows; if there is no stack in front, it first shows all terminals in one. */
function filter(model: Model, viewState: ViewState): Step {
  if (stackInFront(model) !== undefined) return openRowFilter(model);
  return andThen(fleet(model, viewState), (next) =>
    stackInFront(next) === undefined ? step(next) : openRowFilter(next),
  );
}

// Going to a pane by its number, while the numbers are shown.

/** Goes to the pane of a digit, counted from 1; any other key only hides the numbers. */
export function paneNumber(model: Model, { name }: KeyToken): Step {
  const closed: Model = { ...model, dialog: undefined };
  const split = splitOf(model, model.active);
  const uri = split && membersOf(split)[Number(name) - 1];
  return uri === undefined ? step(closed) : select(closed, uri);
}

// Closing several terminals at once: the marked ones that this window may end, after a question.

function askToCloseMarked(model: Model, viewState: ViewState): Step {
  const tabs = model.tabs.filter((tab) => model.many.includes(tab.resource) && canEnd(tab, model.me));
  if (tabs.length === 0)
    return step(withToast(model, 'no marked terminal can be closed from this window', viewState.now));
  const what = tabs.length === 1 ? 'the marked terminal' : `${tabs.length} marked terminals`;
  return askToCloseAll(model, tabs, what, 'closeMarked');
}

/** Closes the terminals that were asked about; each can be brought back, the one closed last first. */
export function closeMarked(model: Model, viewState: ViewState, uris: readonly string[]): Step {
  return closeAllNow({ ...model, many: [] }, viewState, uris);
}

// The filter of a stack: only terminals that match the typed words are shown.

/** Opens the field; `model` has a stack in front. */
function openRowFilter(model: Model): Step {
  const editor = edit(EMPTY_EDITOR, { type: 'set', text: model.rowFilter?.words ?? '' });
  return step({ ...model, dialog: { kind: 'rows', editor } });
}

/** Shows the rows that have all of the words; all rows without a word. */
export function filterRows(model: Model, text: string): Step {
  const words = text.trim();
  return fitPanes({ ...model, rowFilter: words === '' ? undefined : filterOf(model, words) });
}

/** Applies the filter again when the host's list has changed, and drops it when no stack is in front. */
export function followRows(before: Model, model: Model): Model {
  const { rowFilter, tabs } = model;
  if (rowFilter === undefined) return model;
  if (stackInFront(model) === undefined) return { ...model, rowFilter: undefined };
  return tabs === before.tabs ? model : { ...model, rowFilter: filterOf(model, rowFilter.words) };
}

function filterOf(model: Model, words: string): Model['rowFilter'] {
  const fits = tabTest(model, words);
  return { words, fitting: model.tabs.filter(fits).map(({ resource }) => resource) };
}
