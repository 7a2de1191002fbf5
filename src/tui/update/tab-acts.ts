/** Commands on tabs and on the claims of their terminals. */

import { holderOf, refusedAtOwner } from '../../client/holder.ts';
import { freeName } from '../../protocol/cotty/tab-names.ts';
import { edit } from '../editor/edit.ts';
import { EMPTY_EDITOR } from '../editor/editor-state.ts';
import type { MouseToken } from '../input/token.ts';
import { tabMatches } from '../model/derived/choices.ts';
import type { Model } from '../model/model.ts';
import { tabGroups } from '../model/panes/tab-groups.ts';
import { activeTab, type Effect, type Step, step, withToast } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { forgetBlocks } from './blocks-question.ts';
import { askToEndAll, closeGroup } from './closing.ts';
import { decline, handOver } from './hand-over.ts';
import { openNameDialog } from './name-dialog.ts';
import { select, selectBeside, selectGroup, selectGroupBeside, selectLast, selectNumber } from './tabs.ts';
import { closeFront } from './visit.ts';

export const TAB_ACTS = {
  'tab.new': (model: Model) => openNameDialog(model, 'new'),
  'tab.rename': (model: Model) => openNameDialog(model, 'rename'),
  'tab.next': (model: Model) => selectBeside(model, 1),
  'tab.previous': (model: Model) => selectBeside(model, -1),
  'tab.select': (model: Model, _viewState: ViewState, number: number | undefined) =>
    selectNumber(model, number ?? 1),
  'tab.open': openAtOnce,
  'tab.closeGroup': closeGroup,
  'tab.group': (model: Model, { now }: ViewState, number = 1) => selectGroup(model, number, now),
  'tab.number': (model: Model) => openPalette(model, 'select-window -t '),
  'tab.moveTo': (model: Model) => openPalette(model, 'move-window -t '),
  'tab.last': (model: Model, { now }: ViewState) => selectLast(model, now),
  'tab.nextGroup': (model: Model) => selectGroupBeside(model, 1),
  'tab.previousGroup': (model: Model) => selectGroupBeside(model, -1),
  'tab.list': openTabList,
  'tab.moveLeft': (model: Model) => moveBeside(model, -1),
  'tab.moveRight': (model: Model) => moveBeside(model, 1),
  'tab.close': closeFront,
  'tab.undoClose': (model: Model) => step(model, { kind: 'undoClose' }),
  'claim.takeOver': takeOver,
  'tab.endAll': askToEndAll,
  'claim.handBack': handOver,
  'claim.decline': decline,
  'blocks.forget': forgetBlocks,
};

/** Opens a terminal in the folder of the one in front. */
function openAtOnce(model: Model, viewState: ViewState): Step {
  const cwd = model.active === undefined ? undefined : viewState.terminal(model.active)?.cwd;
  return step(model, { kind: 'create', name: freeName(model.tabs), ...(cwd === undefined ? {} : { cwd }) });
}

/** Opens the palette, with text in its field. */
export function openPalette(model: Model, text = ''): Step {
  const editor = edit(EMPTY_EDITOR, { type: 'set', text });
  return step({ ...model, dialog: { kind: 'palette', editor, selected: 0 } });
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
  const at = model.tabs.findIndex((tab) => tab.resource === model.active);
  return at < 0 ? step(model) : moveTo(model, at, at + offset);
}

/** Moves the tab that the mouse holds to where the mouse is, once it has passed the middle of another tab. */
export function dragTab(model: Model, viewState: ViewState, token: MouseToken, held: string): Step {
  if (token.action !== 'move' || token.button !== 'left') return step({ ...model, heldTab: undefined });
  const item = viewState.tabAt(token.x);
  if (item?.kind !== 'tab' || item.tab.uri === held) return step(model);
  const from = model.tabs.findIndex((tab) => tab.resource === held);
  const to = model.tabs.findIndex((tab) => tab.resource === item.tab.uri);
  const middle = item.x + item.width / 2;
  const isPassed = to > from ? token.x >= middle : token.x < middle;
  return from < 0 || to < 0 || !isPassed ? step(model) : moveTo(model, from, to);
}

/** Moves the tab in front to a place counted from 1, where tabs side by side count as one and stay together. */
export function moveToPlace(model: Model, place: number, now: number): Step {
  const groups = tabGroups(model);
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

/** The tabs stand in the new order at once; the host's list confirms it. */
function moveTo(model: Model, from: number, to: number): Step {
  const tab = model.tabs[from];
  if (tab === undefined || to < 0 || to >= model.tabs.length) return step(model);
  const tabs = model.tabs.toSpliced(from, 1).toSpliced(to, 0, tab);
  const before = tabs[to + 1]?.resource;
  return step({ ...model, tabs }, { kind: 'move', uri: tab.resource, before });
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
export function acceptTab(model: Model, viewState: ViewState): Step {
  const { dialog } = model;
  if (dialog?.kind !== 'tabs') return step(model);
  const chosen = tabMatches(model, viewState.now)[dialog.selected];
  const closed: Model = { ...model, dialog: undefined };
  return chosen === undefined ? step(closed) : select(closed, chosen.resource);
}
