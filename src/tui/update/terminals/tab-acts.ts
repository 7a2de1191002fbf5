/** Commands on tabs and on the claims of their terminals. */

import { holderOf, refusedAtOwner } from '../../../client/holder.ts';
import { membersOf, splitOf } from '../../../client/panes/split.ts';
import { tabGroups } from '../../../client/panes/tabs.ts';
import { edit } from '../../../screen/editor/edit.ts';
import { EMPTY_EDITOR } from '../../../screen/editor/editor-state.ts';
import type { MouseToken } from '../../input/token.ts';
import { tabMatches } from '../../model/derived/choices.ts';
import type { Model } from '../../model/model.ts';
import { tabsOf } from '../../model/panes/pane-layout.ts';
import { activeTab, type Effect, type Step, step, withToast } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { forgetBlocks } from './blocks-question.ts';
import { askToEndAll, closeGroup, KILL_ACTS } from './closing.ts';
import { decline, handOver } from './hand-over.ts';
import { openMachines } from './machine-acts.ts';
import { openNameDialog } from './name-dialog.ts';
import {
  openTerminal,
  select,
  selectBeside,
  selectGroup,
  selectGroupBeside,
  selectLast,
  selectNumber,
} from './tabs.ts';
import { closeFront } from './visit.ts';

export const TAB_ACTS = {
  'tab.new': (model: Model, viewState: ViewState) => openTerminal(model, viewState),
  'tab.rename': (model: Model) => openNameDialog(model, 'rename'),
  'tab.next': (model: Model) => selectBeside(model, 1),
  'tab.previous': (model: Model) => selectBeside(model, -1),
  'tab.select': (model: Model, _viewState: ViewState, number: number | undefined) =>
    selectNumber(model, number ?? 1),
  'tab.closeGroup': closeGroup,
  'tab.group': (model: Model, { now }: ViewState, number = 1) => selectGroup(model, number, now),
  'tab.number': (model: Model) => openPalette(model, 'select-window -t '),
  'tab.moveTo': (model: Model) => openPalette(model, 'move-window -t '),
  'tab.last': (model: Model, { now }: ViewState) => selectLast(model, now),
  'tab.nextGroup': (model: Model) => selectGroupBeside(model, 1),
  'tab.previousGroup': (model: Model) => selectGroupBeside(model, -1),
  'tab.list': openTabList,
  'machine.list': openMachines,
  'tab.moveLeft': (model: Model) => moveBeside(model, -1),
  'tab.moveRight': (model: Model) => moveBeside(model, 1),
  'tab.close': closeFront,
  ...KILL_ACTS,
  'tab.undoClose': (model: Model) => step(model, { kind: 'undoClose' }),
  'claim.takeOver': takeOver,
  'tab.endAll': askToEndAll,
  'claim.handBack': handOver,
  'claim.decline': decline,
  'blocks.forget': forgetBlocks,
};

/** Opens the palette, with text in its field. */
export function openPalette(model: Model, text = ''): Step {
  const editor = edit(EMPTY_EDITOR, { type: 'set', text });
  return step({ ...model, dialog: { kind: 'palette', uri: model.active ?? '', editor, selected: 0 } });
}

/** Takes the terminal in front over; names the holder to the host, so that a race has one winner. */
function takeOver(model: Model, viewState: ViewState): Step {
  const tab = activeTab(model);
  if (tab === undefined) return step(model);
  const holder = holderOf(tab, model.me);
  if (holder.kind === 'owner')
    return step(withToast(model, refusedAtOwner(holder, 'type'), viewState.now, 'bad'));
  if (holder.kind === 'me') return step(withToast(model, 'you hold this terminal already', viewState.now));
  const fit = { kind: 'fit', uri: tab.resource } as const;
  return step(model, { kind: 'claim', uri: tab.resource, takeOverFrom: holder.id }, fit);
}

// Tabs as a row: moved by keys and by the mouse, and listed. The host keeps their order, for every window.

/** Moves the tab in front by one place; at an end it stays. */
function moveBeside(model: Model, offset: 1 | -1): Step {
  return model.active === undefined ? step(model) : moveOver(model, model.active, offset);
}

/** Moves the tab that the mouse holds to where the mouse is, once it has passed the middle of the tab there. */
export function dragTab(model: Model, viewState: ViewState, token: MouseToken, held: string): Step {
  if (token.action !== 'move' || token.button !== 'left') return step({ ...model, heldTab: undefined });
  const item = viewState.tabAt(token.x);
  if (item?.kind !== 'tab' || item.tab.uri === held) return step(model);
  const place = (of: Model, uri: string) => of.tabs.findIndex((tab) => tab.resource === uri);
  const { uri } = item.tab;
  const by = place(model, uri) > place(model, held) ? 1 : -1;
  const middle = item.x + item.width / 2;
  const isPassed = by > 0 ? token.x >= middle : token.x < middle;
  // A group of tabs is passed as a whole: when the mouse is past its last tab.
  const [from, to] = togetherAt(model, place(model, uri));
  const isWithin = place(model, held) >= from && place(model, held) < to;
  const last = by > 0 ? to - 1 : from;
  if (!isPassed || (!isWithin && place(model, uri) !== last)) return step(model);
  let done = step(model);
  while ((place(done.model, uri) - place(done.model, held)) * by > 0) {
    const next = moveOver(done.model, held, by);
    if (next.model === done.model) break;
    done = { model: next.model, effects: [...done.effects, ...next.effects] };
  }
  return done;
}

/** Moves the tab in front to a place counted from 1, where tabs side by side count as one and stay together. */
export function moveToPlace(model: Model, place: number, now: number): Step {
  const groups = tabGroups(tabsOf(model));
  const at = groups.findIndex((uris) => uris.includes(model.active ?? ''));
  const own = groups[at];
  if (own === undefined || place < 1 || place > groups.length)
    return step(withToast(model, `there is no place ${place}: there are ${groups.length} tabs`, now, 'bad'));
  const order = groups
    .toSpliced(at, 1)
    .toSpliced(place - 1, 0, own)
    .flat();
  const before = order[order.indexOf(own.at(-1) ?? '') + 1];
  const tabs = order.flatMap((uri) => model.tabs.filter(({ resource }) => resource === uri));
  return step({ ...model, tabs }, ...own.map((uri): Effect => ({ kind: 'move', uri, before })));
}

/**
 * Moves a tab over its neighbour. Tabs of terminals that stand side by side stay together: among them a tab moves by one place;
 * from their edge all of them move, and a tab beside them moves over all of them.
 */
function moveOver(model: Model, uri: string, by: 1 | -1): Step {
  const { tabs } = model;
  const at = tabs.findIndex((tab) => tab.resource === uri);
  const [from, to] = togetherAt(model, at);
  const beside = at + by;
  if (at < 0 || beside < 0 || beside >= tabs.length) return step(model);
  if (beside >= from && beside < to) return moveTo(model, at, at + 1, by > 0 ? beside + 1 : beside);
  const [nextFrom, nextTo] = togetherAt(model, beside);
  // The smaller group moves past the larger one: the same order with fewer moves.
  if (nextTo - nextFrom < to - from)
    return by > 0 ? moveTo(model, nextFrom, nextTo, from) : moveTo(model, nextFrom, nextTo, to);
  return moveTo(model, from, to, by > 0 ? nextTo : nextFrom);
}

/** Returns the first and the end of the tabs that stand together with the one at a place. */
function togetherAt({ tabs, splits }: Model, at: number): readonly [number, number] {
  const split = splitOf({ splits }, tabs[at]?.resource);
  const members = split === undefined ? [] : membersOf(split);
  const isIn = (index: number) => members.includes(tabs[index]?.resource ?? '');
  let [from, to] = [at, at + 1];
  while (isIn(from - 1)) from -= 1;
  while (isIn(to)) to += 1;
  return [from, to];
}

/** Moves the tabs of a range before another one. They stand in the new order at once; the host's list confirms it. */
function moveTo(model: Model, from: number, to: number, before: number): Step {
  const moving = model.tabs.slice(from, to);
  const next = model.tabs[before]?.resource;
  const rest = model.tabs.toSpliced(from, to - from);
  const at = next === undefined ? rest.length : rest.findIndex((tab) => tab.resource === next);
  const effects = moving.map(({ resource }) => ({ kind: 'move', uri: resource, before: next }) as const);
  return step({ ...model, tabs: rest.toSpliced(at, 0, ...moving) }, ...effects);
}

/** Opens the list with the tab in front chosen. */
export function openTabList(model: Model): Step {
  const selected = Math.max(
    0,
    model.tabs.findIndex((tab) => tab.resource === model.active),
  );
  return step({ ...model, dialog: { kind: 'tabs', editor: EMPTY_EDITOR, selected } });
}

/** Brings the chosen tab to the front. */
export function acceptTab(model: Model): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'tabs') return step(model);
  const chosen = tabMatches(model)[dialog.selected];
  const closed: Model = { ...model, dialog: undefined };
  return chosen === undefined ? step(closed) : select(closed, chosen.resource);
}
