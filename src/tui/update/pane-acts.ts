/** Commands on panes. */

import { canEnd } from '../../client/claims.ts';
import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../protocol/terminal/state.ts';
import { edit } from '../editor/edit.ts';
import { EMPTY_EDITOR } from '../editor/editor-state.ts';
import type { KeyToken } from '../input/token.ts';
import { tabMatches } from '../model/derived/choices.ts';
import { shownName, tabTest } from '../model/derived/terminal-names.ts';
import type { Model } from '../model/model.ts';
import { borderAt, neighbour } from '../model/panes/borders.ts';
import { isPeeked, shownPanes, splitOf, stackInFront } from '../model/panes/pane-layout.ts';
import { fits } from '../model/panes/panes.ts';
import { joined, moved, nextArrangement, swapped, without, withSplit } from '../model/panes/split-changes.ts';
import {
  type Border,
  type Direction,
  EVEN,
  MOST_PANES,
  newSplit,
  type Side,
  type Split,
} from '../model/split.ts';
import { andThen, type Effect, type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { layout } from '../model/window-layout.ts';
import { oneLine } from '../outer/one-line.ts';
import { LINE_CHARS, UNDO } from './closing.ts';
import { openNameDialog } from './name-dialog.ts';
import { fitPanes, openTerminal, select, standTogether } from './tabs.ts';
import { MANY_ACTS } from './type-to-many.ts';

type Act = (model: Model, viewState: ViewState) => Step;

export const PANE_ACTS = {
  'pane.splitRight': (model: Model, viewState: ViewState) => open(model, viewState, 'right'),
  'pane.splitBelow': (model: Model, viewState: ViewState) => open(model, viewState, 'below'),
  'pane.join': chooseTab,
  'pane.left': going('left'),
  'pane.right': going('right'),
  'pane.up': going('up'),
  'pane.down': going('down'),
  'pane.next': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, (split) => beside(model, split, 1)),
  'pane.number': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, () => step({ ...model, dialog: { kind: 'panes' } })),
  'pane.zoom': changing((split) => ({ ...split, zoomed: !split.zoomed })),
  'pane.arrange': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, () => {
      const { area } = layout(model.size);
      const next = withSplit(model, (split) => ({
        ...split,
        ...EVEN,
        arrangement: nextArrangement(split, area),
      }));
      return fitPanes(
        withToast(next, ARRANGED[splitOf(next, next.active)?.arrangement ?? 'grid'], viewState.now),
      );
    }),
  'pane.even': changing((split) => ({ ...split, ...EVEN })),
  'pane.wider': resizing('columns', 1),
  'pane.narrower': resizing('columns', -1),
  'pane.taller': resizing('rows', 1),
  'pane.shorter': resizing('rows', -1),
  'pane.swapNext': swapping(1),
  'pane.swapPrevious': swapping(-1),
  'pane.breakOut': breakOut,
  'pane.peek': peek,
  'pane.fleet': fleet,
  'pane.filter': filter,
  'pane.name': (model: Model, viewState: ViewState) =>
    inSplit(model, viewState, () => openNameDialog(model, 'panes')),
  'pane.closeMarked': askToCloseMarked,
  ...MANY_ACTS,
};

const ARRANGED = {
  beside: 'panes side by side',
  below: 'panes one below the other',
  main: 'one main pane, the others at its right',
  grid: 'panes in a grid',
  stack: 'panes in a stack, the one in front open',
} as const;

const NO_ROOM = 'the window has no room for one more pane';

/** Opens a terminal beside the one in front, in the same folder. */
function open(model: Model, viewState: ViewState, side: Side): Step {
  const { active, visited, size, splits } = model;
  if (active === undefined || visited !== undefined) return step(model);
  if (joined(splits, 'new', active, side, layout(size).area) === undefined)
    return step(withToast(model, NO_ROOM, viewState.now, 'bad'));
  return openTerminal(model, viewState, { to: active, side });
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
  const uri = tabMatches(before, viewState.now)[dialog.selected]?.resource;
  const model: Model = { ...before, dialog: undefined };
  if (uri === undefined) return step(model);
  const { active, size } = model;
  const splits =
    active === undefined ? undefined : joined(model.splits, uri, active, 'right', layout(size).area);
  if (splits === undefined) return step(withToast(model, NO_ROOM, viewState.now, 'bad'));
  return andThen(select({ ...model, splits }, uri), standTogether);
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

/** A zoomed pane makes room again for the one that is gone to. */
function going(direction: Direction): Act {
  return (model, viewState) =>
    inSplit(model, viewState, () => {
      const wide = withSplit(model, (split) => (split.zoomed ? { ...split, zoomed: false } : split));
      const { panes } = shownPanes(wide);
      const to = neighbour(panes, wide.active ?? '', direction);
      return to === undefined ? fitPanes(wide) : select(wide, to.uri);
    });
}

function beside(model: Model, { members }: Split, by: 1 | -1): Step {
  const at = members.indexOf(model.active ?? '');
  const uri = members[(at + by + members.length) % members.length];
  return uri === undefined ? step(model) : select(model, uri);
}

/** Cells by which one key press resizes. */
const STEP_CELLS = { columns: 4, rows: 2 } as const;

function resizing(axis: Border['axis'], by: 1 | -1): Act {
  return (model, viewState) =>
    inSplit(model, viewState, (split) => {
      const { active = '', size } = model;
      const found = borderOf(model, active, axis);
      if (found === undefined) return step(model);
      const cells = by * STEP_CELLS[axis] * (found.isBehind ? 1 : -1);
      const next = moved(split, active, layout(size).area, found.border, cells);
      return fitPanes(withSplit(model, () => next));
    });
}

/** Returns the border of a pane that moves when it is resized: that behind it, else that before it. */
function borderOf(
  model: Model,
  uri: string,
  axis: Border['axis'],
): { readonly border: Border; readonly isBehind: boolean } | undefined {
  const { panes } = shownPanes(model);
  const rect = panes.find((pane) => pane.uri === uri)?.rect;
  if (rect === undefined) return undefined;
  const { x, y, width, height } = rect;
  const [behind, before] =
    axis === 'columns'
      ? [borderAt(panes, { x: x + width, y }), borderAt(panes, { x: x - 1, y })]
      : [borderAt(panes, { x, y: y + height }), borderAt(panes, { x, y: y - 1 })];
  if (behind?.axis === axis) return { border: behind, isBehind: true };
  return before?.axis === axis ? { border: before, isBehind: false } : undefined;
}

function swapping(by: 1 | -1): Act {
  return (model, viewState) =>
    inSplit(model, viewState, ({ members }) => {
      const { active = '' } = model;
      const at = members.indexOf(active);
      const other = members[(at + by + members.length) % members.length] ?? active;
      const next = withSplit(model, (split) => swapped(split, active, other));
      return andThen(fitPanes(next), standTogether);
    });
}

/** Shows all terminals in a stack; those that stood side by side do so no more. */
function fleet(model: Model, viewState: ViewState): Step {
  const { tabs, active, visited, size } = model;
  const members = tabs.slice(0, MOST_PANES).map(({ resource }) => resource);
  if (active === undefined || visited !== undefined || members.length < 2 || !members.includes(active))
    return step(withToast(model, 'there is no other terminal', viewState.now));
  if (!fits('stack', members.length, layout(size).area))
    return step(withToast(model, `the window has no room for ${members.length} rows`, viewState.now, 'bad'));
  return fitPanes({ ...model, splits: [newSplit(members, 'stack')], rowFilter: undefined });
}

/** Opens the filter of the rows; where there is no stack in front, every terminal gets a row first. */
function filter(model: Model, viewState: ViewState): Step {
  if (stackInFront(model) !== undefined) return openRowFilter(model);
  return andThen(fleet(model, viewState), (next) =>
    stackInFront(next) === undefined ? step(next) : openRowFilter(next),
  );
}

function breakOut(model: Model, viewState: ViewState): Step {
  return inSplit(model, viewState, () =>
    fitPanes({ ...model, splits: without(model.splits, model.active ?? '') }),
  );
}

function peek(model: Model, viewState: ViewState): Step {
  return inSplit(model, viewState, () => {
    const { active = '' } = model;
    const was = isPeeked(model, active);
    const next = withSplit(model, (split) => ({
      ...split,
      peeks: was ? split.peeks.filter((uri) => uri !== active) : [...split.peeks, active],
    }));
    const said = was ? 'keys go to this pane again' : 'this pane is only watched: no key goes to it';
    return fitPanes(withToast(next, said, viewState.now));
  });
}

// Going to a pane by its number, while the numbers are shown.

/** Goes to the pane of a digit, counted from 1; any other key only takes the numbers away. */
export function paneNumber(model: Model, { name }: KeyToken): Step {
  const closed: Model = { ...model, dialog: undefined };
  const uri = splitOf(model, model.active)?.members[Number(name) - 1];
  return uri === undefined ? step(closed) : select(closed, uri);
}

// Closing several terminals at once: the marked ones, after a question.

/** Running commands that the question names. */
const MOST_NAMED = 6;

function askToCloseMarked(model: Model, viewState: ViewState): Step {
  const tabs = closable(model);
  if (tabs.length === 0)
    return step(withToast(model, 'no marked terminal can be closed from this window', viewState.now));
  const busy = tabs.flatMap((tab) => {
    const { running } = cottyMeta<TerminalMeta>(tab._meta);
    const name = shownName(model, tab, viewState.now);
    return running === undefined ? [] : [`${oneLine(running.commandLine, LINE_CHARS)} runs in ${name}.`];
  });
  const more = busy.length > MOST_NAMED ? [`and ${busy.length - MOST_NAMED} more`] : [];
  const count = tabs.length === 1 ? 'the marked terminal' : `${tabs.length} marked terminals`;
  const all = tabs.length === model.tabs.length ? ['They are all there are: the window ends with them.'] : [];
  const question = [`Close ${count}?`, ...busy.slice(0, MOST_NAMED), ...more, ...all].join('\n');
  return step({ ...model, dialog: { kind: 'confirm', question, yes: { kind: 'closeMarked' } } });
}

/** Closes those that are still marked; each can be brought back, the one closed last first. */
export function closeMarked(model: Model, viewState: ViewState): Step {
  const tabs = closable(model);
  const last = tabs.at(-1);
  if (last === undefined) return step(model);
  const count = tabs.length === 1 ? 'a terminal' : `${tabs.length} terminals`;
  const said = withToast({ ...model, many: [] }, `closed ${count}`, viewState.now, 'plain', UNDO);
  const closed = { uri: last.resource, name: shownName(model, last, viewState.now) };
  return step({ ...said, closed }, ...tabs.map(({ resource: uri }): Effect => ({ kind: 'park', uri })));
}

/** Terminals that run at another client are ended there. */
function closable({ tabs, many, me }: Model): readonly TerminalInfo[] {
  return tabs.filter((tab) => many.includes(tab.resource) && canEnd(tab, me));
}

// The filter of a stack: of many terminals those are in view that have the words.

/** Opens the field; `model` has a stack in front. */
function openRowFilter(model: Model): Step {
  const editor = edit(EMPTY_EDITOR, { type: 'set', text: model.rowFilter?.words ?? '' });
  return step({ ...model, dialog: { kind: 'rows', editor } });
}

/** Shows the rows that have all of the words; all rows without a word. */
export function filterRows(model: Model, text: string, now: number): Step {
  const words = text.trim();
  return fitPanes({ ...model, rowFilter: words === '' ? undefined : filterOf(model, words, now) });
}

/** Follows what the terminals do; the filter ends with the stack. */
export function followRows(before: Model, model: Model, now: number): Model {
  const { rowFilter, tabs } = model;
  if (rowFilter === undefined) return model;
  if (stackInFront(model) === undefined) return { ...model, rowFilter: undefined };
  return tabs === before.tabs ? model : { ...model, rowFilter: filterOf(model, rowFilter.words, now) };
}

function filterOf(model: Model, words: string, now: number): Model['rowFilter'] {
  const fits = tabTest(model, words, now);
  return { words, fitting: model.tabs.filter(fits).map(({ resource }) => resource) };
}
