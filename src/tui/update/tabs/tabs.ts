/** Tabs: taking the host's list, selecting, closing and undoing it, and keeping sizes right. */

import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { emptyBlocksView } from '../../blocks/block/block-view.ts';
import { leaveBrowse } from '../../blocks/list/browse.ts';
import { EMPTY_EDITOR } from '../../editor/editor-state.ts';
import { askerOf } from '../../model/derived/asking.ts';
import { holderOf, refusedAtOwner } from '../../model/derived/holder.ts';
import { markRead } from '../../model/feed.ts';
import type { Model, TabView } from '../../model/model.ts';
import type { Readings } from '../../model/readings.ts';
import { activeTab, andThen, type Effect, type Step, step, withToast, withView } from '../../model/step.ts';

/** Takes the host's list: keeps the state of each tab, selects another tab when the one in front is gone. */
export function terminalsListed(model: Model, readings: Readings, tabs: readonly TerminalInfo[]): Step {
  const before = model.tabs;
  const views: Record<string, TabView> = {};
  for (const tab of tabs)
    views[tab.resource] = forgetDeclined(
      tab,
      rememberTaken(model, tab, model.views[tab.resource] ?? newView(model, tab)),
    );
  const listed: Model = { ...model, tabs, views };
  const has = (uri: string | undefined) => tabs.some((tab) => tab.resource === uri);

  if (has(model.awaited)) return select({ ...listed, awaited: undefined }, model.awaited ?? '');
  if (has(model.active)) return andThen(closeFinished(listed, readings, before), fitFront);
  const next = neighbour(before, tabs, model.active);
  if (next !== undefined) return select({ ...listed, active: undefined }, next);
  if (before.length > 0 && model.awaited === undefined) {
    return step({ ...listed, active: undefined, quit: { code: 0, farewell: 'no terminals left' } });
  }
  return step({ ...listed, active: undefined });
}

/** Brings a tab to the front. */
export function select(model: Model, uri: string): Step {
  const tab = model.tabs.find((each) => each.resource === uri);
  if (tab === undefined) return step(model);
  const left = leaveFront(markSeen(model, model.active), uri);
  const active = markSeen({ ...left, active: uri }, uri);
  return andThen(step(active, { kind: 'show', uri }), fitFront);
}

/** Leaves BROWSE in the tab that goes to the back: it is in RUN when one returns to it. */
function leaveFront(model: Model, next: string): Model {
  const view = model.active === undefined ? undefined : model.views[model.active];
  if (model.active === undefined || model.active === next || view?.mode !== 'browse') return model;
  return withView(model, model.active, { mode: 'run', blocks: leaveBrowse(view.blocks) });
}

export function selectNumber(model: Model, number: number): Step {
  const tab = model.tabs[number - 1];
  return tab === undefined ? step(model) : select(model, tab.resource);
}

export function selectBeside(model: Model, offset: 1 | -1): Step {
  const count = model.tabs.length;
  const at = model.tabs.findIndex((tab) => tab.resource === model.active);
  const tab = model.tabs[(at + offset + count) % Math.max(1, count)];
  return tab === undefined ? step(model) : select(model, tab.resource);
}

/** Closes the tab in front; its programs live on for the host's grace time, so that it can be undone. */
export function close(model: Model, readings: Readings): Step {
  const tab = activeTab(model);
  if (tab === undefined) return step(model);
  const holder = holderOf(tab, model.me);
  if (holder.kind === 'owner' && tab.lifecycle.status === 'running')
    return step(withToast(model, refusedAtOwner(holder, 'end it'), readings.now, 'bad'));
  const closed = { ...model, closed: { uri: tab.resource, title: tab.title } };
  const said = withToast(closed, `closed ${tab.title} · u in BROWSE or the palette undoes`, readings.now);
  return step(said, { kind: 'park', uri: tab.resource });
}

export function undoClose(model: Model, readings: Readings): Step {
  const { closed } = model;
  if (closed === undefined)
    return step(withToast(model, 'nothing to undo: no tab was closed here', readings.now));
  const next: Model = { ...model, closed: undefined, awaited: closed.uri };
  return step(withToast(next, `${closed.title} is back`, readings.now), { kind: 'restore', uri: closed.uri });
}

/** Marks bells, finished commands and feed entries of a tab as seen. */
export function markSeen(model: Model, uri: string | undefined): Model {
  const tab = model.tabs.find((each) => each.resource === uri);
  if (tab === undefined) return model;
  const { bells, last } = cottyMeta<TerminalMeta>(tab._meta);
  const read: Model = { ...model, feed: markRead(model.feed, tab.resource) };
  return withView(read, tab.resource, { bellsSeen: bells ?? 0, finishedSeen: last?.finishedAt ?? 0 });
}

/** Fits the terminal in front to the pane, if this window holds it; takes it over if its holder is gone. */
export function fitFront(model: Model): Step {
  const tab = activeTab(model);
  if (tab === undefined) return step(model);
  const holder = holderOf(tab, model.me);
  const fit: Effect = { kind: 'fit', uri: tab.resource };
  if (holder.kind === 'me') return step(model, fit);
  if (holder.kind === 'other' || holder.kind === 'owner') return step(model);
  return step(model, { kind: 'claim', uri: tab.resource, takeOverFrom: holder.id }, fit);
}

/** Closes the tab of a shell that ended while it was in front, as the setting `closeOnExit` says. */
function closeFinished(model: Model, readings: Readings, before: readonly TerminalInfo[]): Step {
  const seen = markSeen(model, model.active);
  const tab = seen.tabs.find((each) => each.resource === model.active);
  if (tab === undefined || tab.lifecycle.status !== 'exited') return step(seen);
  const was = before.find((each) => each.resource === tab.resource);
  const endedNow = was?.lifecycle.status === 'running';
  if (!endedNow || holderOf(tab, seen.me).kind !== 'me') return step(seen);
  const { exitCode } = tab.lifecycle;
  const { closeOnExit } = seen.settings;
  const goes = closeOnExit === 'always' || (closeOnExit === 'clean' && exitCode === 0);
  return goes ? close(seen, readings) : step(seen);
}

function neighbour(
  before: readonly TerminalInfo[],
  tabs: readonly TerminalInfo[],
  gone: string | undefined,
): string | undefined {
  const at = Math.max(
    0,
    before.findIndex((tab) => tab.resource === gone),
  );
  return (tabs[at] ?? tabs[at - 1] ?? tabs.at(-1))?.resource;
}

/** Remembers whose claim this window took over, to hand the terminal back. */
function rememberTaken(model: Model, tab: TerminalInfo, view: TabView): TabView {
  const was = model.tabs.find((each) => each.resource === tab.resource);
  if (was === undefined) return view;
  const mine = holderOf(tab, model.me).kind === 'me';
  if (!mine) return view.takenFrom === undefined ? view : { ...view, takenFrom: undefined };
  return holderOf(was, model.me).kind === 'other' ? { ...view, takenFrom: was.claim } : view;
}

/** Forgets a declined agent that no longer asks: its next question is a new one. */
function forgetDeclined(tab: TerminalInfo, view: TabView): TabView {
  return view.declined === undefined || askerOf(tab) === view.declined
    ? view
    : { ...view, declined: undefined };
}

function newView(model: Model, tab: TerminalInfo): TabView {
  const { bells, last } = cottyMeta<TerminalMeta>(tab._meta);
  return {
    mode: 'run',
    autoRaw: false,
    droppedIn: false,
    editor: EMPTY_EDITOR,
    blocks: emptyBlocksView(model.settings.foldBeyond),
    shellLineDirty: false,
    takenFrom: undefined,
    declined: undefined,
    bellsSeen: bells ?? 0,
    finishedSeen: last?.finishedAt ?? 0,
    stoppedAt: 0,
    fullScreenSince: 0,
  };
}
