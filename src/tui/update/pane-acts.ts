/** Commands on panes. */

import { canEnd } from '../../client/claims.ts';
import { type Arrangement, nextArrangement } from '../../client/panes/arrangements.ts';
import { neighbour } from '../../client/panes/geometry.ts';
import { even, type Kind, moveBorderOf } from '../../client/panes/pane-tree.ts';
import {
  type Direction,
  memberBeside,
  membersOf,
  type Split,
  splitOf,
  stackFits,
} from '../../client/panes/split.ts';
import {
  joined,
  rearranged,
  stackOf,
  without,
  withPeekToggled,
  withRotated,
  withSwapped,
  withTree,
} from '../../client/panes/split-changes.ts';
import { shownName, tabTest } from '../../client/terminal-names.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Side } from '../../protocol/cotty/pane-side.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { edit } from '../../screen/editor/edit.ts';
import { EMPTY_EDITOR } from '../../screen/editor/editor-state.ts';
import type { KeyToken } from '../input/token.ts';
import { tabMatches } from '../model/derived/choices.ts';
import type { Model } from '../model/model.ts';
import {
  isPeeked,
  isSideBySide,
  panesArea,
  shownPanes,
  stackInFront,
  treeArea,
  withSplit,
} from '../model/panes/pane-layout.ts';
import { andThen, type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { layout } from '../model/window-layout.ts';
import { oneLine } from '../outer/one-line.ts';
import { closeAllNow, heldIn, LINE_CHARS } from './closing.ts';
import { openNameDialog } from './name-dialog.ts';
import { fitPanes, openTerminal, select, standTogether } from './tabs.ts';
import { MANY_ACTS } from './type-to-many.ts';

type Act = (model: Model, viewState: ViewState) => Step;

export const PANE_ACTS = {
  'pane.splitRight': opening('right'),
  'pane.splitBelow': opening('below'),
  'pane.splitLeft': opening('left'),
  'pane.splitAbove': opening('above'),
  'pane.join': chooseTab,
  'pane.joinMarked': joinMarked,
  'pane.left': going('left'),
  'pane.right': going('right'),
  'pane.up': going('up'),
  'pane.down': going('down'),
  'pane.next': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, (split) => beside(model, split, 1)),
  'pane.previous': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, (split) => beside(model, split, -1)),
  'pane.last': lastPane,
  'pane.number': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, () => step({ ...model, dialog: { kind: 'panes', uri: model.active ?? '' } })),
  'pane.zoom': changing((split) => ({ ...split, zoomed: !split.zoomed })),
  'pane.arrange': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, (split) => arrange(model, viewState, nextArrangement(split.arranged))),
  'pane.beside': arranging('beside'),
  'pane.below': arranging('below'),
  'pane.mainAbove': arranging('main-above'),
  'pane.mainLeft': arranging('main-left'),
  'pane.grid': arranging('grid'),
  'pane.stack': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, (split) =>
      split.stack ? fitPanes(withSplit(model, unstacked)) : stack(model, viewState, split),
    ),
  'pane.even': (model: Model, viewState: ViewState) =>
    inPanes(model, viewState, (wide, { active = '' }) =>
      withSplit(wide, (split) => withTree(split, (tree) => even(tree, active))),
    ),
  'pane.wider': sizing('row', 4),
  'pane.narrower': sizing('row', -4),
  'pane.taller': sizing('column', 2),
  'pane.shorter': sizing('column', -2),
  'pane.resizeLeft': resizing('row', -1),
  'pane.resizeRight': resizing('row', 1),
  'pane.resizeUp': resizing('column', -1),
  'pane.resizeDown': resizing('column', 1),
  'pane.swapNext': swapping(1),
  'pane.swapPrevious': swapping(-1),
  'pane.rotate': rotating(1),
  'pane.rotateBack': rotating(-1),
  'pane.breakOut': breakOut,
  'pane.peek': peek,
  'pane.fleet': fleet,
  'pane.filter': filter,
  'pane.name': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, () => openNameDialog(model, 'panes')),
  'pane.closeMarked': askToCloseMarked,
  ...MANY_ACTS,
};

const NO_ROOM = 'there is no room: a pane needs at least 10 columns and 2 rows';

/** Opens a terminal at a side of the one in front, in the same folder. */
function opening(side: Side): Act {
  return (model, viewState) => {
    const { active, visited, size, splits } = model;
    if (active === undefined || visited !== undefined) return step(model);
    if (joined(splits, 'new', active, side, panesArea(size)) === undefined)
      return step(withToast(model, NO_ROOM, viewState.now, 'bad'));
    return openTerminal(model, viewState, { to: active, side });
  };
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
  if (uri === undefined) return step(model);
  const { active, size } = model;
  const splits =
    active === undefined ? undefined : joined(model.splits, uri, active, 'right', panesArea(size));
  if (splits === undefined) return step(withToast(model, NO_ROOM, viewState.now, 'bad'));
  return andThen(select({ ...model, splits }, uri), standTogether);
}

/** Moves the marked terminals beside the one in front, and removes their marks. */
function joinMarked(model: Model, viewState: ViewState): Step {
  const { active, many, size, visited } = model;
  const others = many.filter((uri) => uri !== active);
  if (active === undefined || visited !== undefined || others.length === 0)
    return step(withToast(model, 'no other terminal is marked', viewState.now));
  let { splits } = model;
  for (const uri of others.toReversed()) {
    const next = joined(splits, uri, active, 'right', panesArea(size));
    if (next === undefined) return step(withToast(model, NO_ROOM, viewState.now, 'bad'));
    splits = next;
  }
  return andThen(select({ ...model, splits, many: [] }, others[0] ?? active), standTogether);
}

function inSplit(model: Model, viewState: ViewState, act: (split: Split) => Step): Step {
  const split = splitOf(model, model.active);
  return split === undefined
    ? step(withToast(model, 'this terminal is the only pane', viewState.now))
    : act(split);
}

function changing(change: (split: Split) => Split): Act {
  return (model, viewState) => inSplit(model, viewState, () => fitPanes(withSplit(model, change)));
}

/** Changes the layout: unzooms first; refuses with a toast for a stack, and if the window is too small for all panes. */
function inPanes(model: Model, viewState: ViewState, change: (wide: Model, before: Model) => Model): Step {
  return inSplit(model, viewState, (split) => {
    const wide = split.zoomed ? withSplit(model, unzoomed) : model;
    if (split.stack) return step(withToast(model, 'the panes stand in a stack', viewState.now));
    if (!isSideBySide(wide))
      return step(withToast(model, 'the window is too small for all panes', viewState.now));
    return fitPanes(change(wide, model));
  });
}

function unzoomed(split: Split): Split {
  return { ...split, zoomed: false };
}

function unstacked(split: Split): Split {
  return { ...split, stack: false, zoomed: false };
}

/** Goes to the next pane in a direction; a zoomed pane is unzoomed first. */
function going(direction: Direction): Act {
  return (model, viewState) =>
    inSplit(model, viewState, (split) => {
      const wide = split.zoomed ? withSplit(model, unzoomed) : model;
      const to = neighbour(shownPanes(wide).panes, wide.active ?? '', direction, wide.used);
      return to === undefined ? fitPanes(wide) : select(wide, to.uri);
    });
}

function beside(model: Model, split: Split, by: 1 | -1): Step {
  return select(model, memberBeside(split, model.active ?? '', by));
}

/** Goes to the pane of the split that was in front before this one. */
function lastPane(model: Model, viewState: ViewState): Step {
  return inSplit(model, viewState, (split) => {
    const members = membersOf(split);
    const last = model.used.find((uri) => uri !== model.active && members.includes(uri));
    return last === undefined
      ? step(withToast(model, 'no other pane was in front yet', viewState.now))
      : select(model.splits.includes(split) && split.zoomed ? withSplit(model, unzoomed) : model, last);
  });
}

const ARRANGED: Readonly<Record<Arrangement, string>> = {
  beside: 'panes side by side',
  below: 'panes one below the other',
  'main-above': 'one main pane, the others below it',
  'main-left': 'one main pane, the others at its right',
  grid: 'panes in a grid',
};

function arranging(arrangement: Arrangement): Act {
  return (model, viewState) => inSplit(model, viewState, () => arrange(model, viewState, arrangement));
}

function arrange(model: Model, viewState: ViewState, arrangement: Arrangement): Step {
  const split = splitOf(model, model.active);
  const next = split && rearranged(split, arrangement, panesArea(model.size));
  if (next === undefined)
    return step(withToast(model, `${ARRANGED[arrangement]}: ${NO_ROOM}`, viewState.now, 'bad'));
  return fitPanes(
    withToast(
      withSplit(model, () => next),
      ARRANGED[arrangement],
      viewState.now,
    ),
  );
}

/** Shows the pane in front and a single row for each other pane. */
function stack(model: Model, viewState: ViewState, split: Split): Step {
  const { length } = membersOf(split);
  if (!stackFits(length, layout(model.size).area)) return noRows(model, viewState, length);
  const next = withSplit(model, (each) => ({ ...each, stack: true, zoomed: false }));
  return fitPanes(withToast(next, 'panes in a stack, the one in front open', viewState.now));
}

function noRows(model: Model, { now }: ViewState, count: number): Step {
  return step(withToast(model, `the window has no room for ${count} rows`, now, 'bad'));
}

/** Makes the pane in front larger or smaller: moves its right or lower border; at the window's edge, the opposite one. */
function sizing(kind: Kind, by: number): Act {
  return (model, viewState) => movedBorder(model, viewState, kind, (isBehind) => (isBehind ? by : -by));
}

/**
 * Moves a border of the pane in front, as tmux's `resize-pane` does: its right or lower one; at the window's edge, the
 * opposite one.
 */
function resizing(kind: Kind, by: 1 | -1) {
  return (model: Model, viewState: ViewState, cells = 1): Step =>
    movedBorder(model, viewState, kind, () => by * cells);
}

function movedBorder(
  model: Model,
  viewState: ViewState,
  kind: Kind,
  by: (isBehind: boolean) => number,
): Step {
  return inPanes(model, viewState, (wide) =>
    withSplit(wide, (split) =>
      withTree(split, (tree) => moveBorderOf(tree, wide.active ?? '', kind, by, treeArea(wide.size))),
    ),
  );
}

function swapping(by: 1 | -1): Act {
  return (model, viewState) =>
    inSplit(model, viewState, (split) => swapped(model, memberBeside(split, model.active ?? '', by)));
}

/** Exchanges the pane in front with another one. */
export function swapped(model: Model, other: string): Step {
  const next = withSplit(model, (split) => withSwapped(split, model.active ?? '', other));
  return andThen(fitPanes(next), standTogether);
}

/** Rotates the terminals through the panes, as tmux's `rotate-window` does; the focus stays at its place. */
function rotating(by: 1 | -1): Act {
  return (model, viewState) =>
    inSplit(model, viewState, (split) => {
      const there = memberBeside(split, model.active ?? '', by);
      const next = withSplit(model, (each) => withRotated(each, by));
      return andThen(select(next, there), standTogether);
    });
}

/** Shows all terminals in one stack, which replaces all other panes. */
function fleet(model: Model, viewState: ViewState): Step {
  const { tabs, active, visited, size } = model;
  const split = stackOf(tabs.map(({ resource }) => resource));
  const members = split === undefined ? [] : membersOf(split);
  if (split === undefined || active === undefined || visited !== undefined || !members.includes(active))
    return step(withToast(model, 'there is no other terminal', viewState.now));
  if (!stackFits(members.length, layout(size).area)) return noRows(model, viewState, members.length);
  return fitPanes({ ...model, splits: [split], rowFilter: undefined });
}

/** Opens the filter of the rows; if there is no stack in front, it first shows all terminals in one. */
function filter(model: Model, viewState: ViewState): Step {
  if (stackInFront(model) !== undefined) return openRowFilter(model);
  return andThen(fleet(model, viewState), (next) =>
    stackInFront(next) === undefined ? step(next) : openRowFilter(next),
  );
}

function breakOut(model: Model, viewState: ViewState): Step {
  return inSplit(model, viewState, () =>
    fitPanes({ ...model, splits: without(model.splits, model.active ?? '', panesArea(model.size)) }),
  );
}

function peek(model: Model, viewState: ViewState): Step {
  return inSplit(model, viewState, () => {
    const { active = '' } = model;
    const was = isPeeked(model, active);
    const next = withSplit(model, (split) => withPeekToggled(split, active));
    const said = was ? 'keys go to this pane again' : 'this pane is only watched: no key goes to it';
    return fitPanes(withToast(next, said, viewState.now));
  });
}

// Going to a pane by its number, while the numbers are shown.

/** Goes to the pane of a digit, counted from 1; any other key only hides the numbers. */
export function paneNumber(model: Model, { name }: KeyToken): Step {
  const closed: Model = { ...model, dialog: undefined };
  const split = splitOf(model, model.active);
  const uri = split && membersOf(split)[Number(name) - 1];
  return uri === undefined ? step(closed) : select(closed, uri);
}

// Closing several terminals at once: the marked ones, after a question.

/** Limit of running commands that the question names. */
const MOST_NAMED = 6;

function askToCloseMarked(model: Model, viewState: ViewState): Step {
  const tabs = closable(model);
  if (tabs.length === 0)
    return step(withToast(model, 'no marked terminal can be closed from this window', viewState.now));
  const busy = tabs.flatMap((tab) => {
    const { running } = cottyMeta<TerminalMeta>(tab._meta);
    const name = shownName(tab);
    return running === undefined ? [] : [`${oneLine(running.commandLine, LINE_CHARS)} runs in ${name}.`];
  });
  const more = busy.length > MOST_NAMED ? [`and ${busy.length - MOST_NAMED} more`] : [];
  const count = tabs.length === 1 ? 'the marked terminal' : `${tabs.length} marked terminals`;
  const all = tabs.length === model.tabs.length ? ['There are no others: the window ends with them.'] : [];
  const held = tabs.flatMap((tab) => heldIn(model, tab, shownName(tab)));
  const reasons = [...held.slice(0, MOST_NAMED), ...busy.slice(0, MOST_NAMED), ...more, ...all];
  const question = [`Close ${count}?`, ...reasons].join('\n');
  return step({
    ...model,
    dialog: {
      kind: 'confirm',
      question,
      yes: { kind: 'closeMarked', uris: tabs.map(({ resource }) => resource) },
    },
  });
}

/** Closes the terminals that were asked about; each can be brought back, the one closed last first. */
export function closeMarked(model: Model, viewState: ViewState, uris: readonly string[]): Step {
  return closeAllNow({ ...model, many: [] }, viewState, uris);
}

/** Returns the marked terminals that this window may end: not those whose pty is at another client. */
function closable({ tabs, many, me }: Model): readonly TerminalInfo[] {
  return tabs.filter((tab) => many.includes(tab.resource) && canEnd(tab, me));
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
