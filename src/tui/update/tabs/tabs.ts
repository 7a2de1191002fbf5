/** Tabs — opening, walking, renaming, closing and what the host's list says of them. */

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
import {
  activeTab,
  andThen,
  type Effect,
  type Look,
  type Step,
  step,
  withToast,
  withView,
} from '../../model/step.ts';

/** The host sent its list: keep what is known of each tab, look at another one when the one in front is gone. */
export function terminalsListed(model: Model, look: Look, tabs: readonly TerminalInfo[]): Step {
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
  if (has(model.active)) return andThen(closeFinished(listed, look, before), fitFront);
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
  return andThen(step(active, { kind: 'look', uri }), fitFront);
}

/** BROWSE is a way of looking: the tab that is left is back in RUN when one returns to it. */
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

/** Takes the tab away but keeps its programs alive for the host's grace time, so that it can be undone. */
export function close(model: Model, look: Look): Step {
  const tab = activeTab(model);
  if (tab === undefined) return step(model);
  const holder = holderOf(tab, model.me);
  if (holder.kind === 'owner' && tab.lifecycle.status === 'running')
    return step(withToast(model, refusedAtOwner(holder, 'end it'), look.now, 'bad'));
  const closed = { ...model, closed: { uri: tab.resource, title: tab.title } };
  const said = withToast(closed, `closed ${tab.title} · u in BROWSE or the palette undoes`, look.now);
  return step(said, { kind: 'park', uri: tab.resource });
}

export function undoClose(model: Model, look: Look): Step {
  const { closed } = model;
  if (closed === undefined)
    return step(withToast(model, 'nothing to undo: no tab was closed here', look.now));
  const next: Model = { ...model, closed: undefined, awaited: closed.uri };
  return step(withToast(next, `${closed.title} is back`, look.now), { kind: 'restore', uri: closed.uri });
}

/** Marks what a tab has to tell as seen. */
export function markSeen(model: Model, uri: string | undefined): Model {
  const tab = model.tabs.find((each) => each.resource === uri);
  if (tab === undefined) return model;
  const { bells, last } = cottyMeta<TerminalMeta>(tab._meta);
  const read: Model = { ...model, feed: markRead(model.feed, tab.resource) };
  return withView(read, tab.resource, { bellsSeen: bells ?? 0, finishedSeen: last?.finishedAt ?? 0 });
}

/** What this window holds gets the size of its pane; a terminal whose holder has left belongs to whoever looks at it. */
export function fitFront(model: Model): Step {
  const tab = activeTab(model);
  if (tab === undefined) return step(model);
  const holder = holderOf(tab, model.me);
  const fit: Effect = { kind: 'fit', uri: tab.resource };
  if (holder.kind === 'me') return step(model, fit);
  if (holder.kind === 'other' || holder.kind === 'owner') return step(model);
  return step(model, { kind: 'claim', uri: tab.resource, takeOverFrom: holder.id }, fit);
}

/** A shell that ended while it was looked at takes its tab along, as the setting says. */
function closeFinished(model: Model, look: Look, before: readonly TerminalInfo[]): Step {
  const seen = markSeen(model, model.active);
  const tab = seen.tabs.find((each) => each.resource === model.active);
  if (tab === undefined || tab.lifecycle.status !== 'exited') return step(seen);
  const was = before.find((each) => each.resource === tab.resource);
  const endedNow = was?.lifecycle.status === 'running';
  if (!endedNow || holderOf(tab, seen.me).kind !== 'me') return step(seen);
  const { exitCode } = tab.lifecycle;
  const { closeOnExit } = seen.settings;
  const goes = closeOnExit === 'always' || (closeOnExit === 'clean' && exitCode === 0);
  return goes ? close(seen, look) : step(seen);
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

/** The claim came to this window from somebody else: remember whom to hand it back to. */
function rememberTaken(model: Model, tab: TerminalInfo, view: TabView): TabView {
  const was = model.tabs.find((each) => each.resource === tab.resource);
  if (was === undefined) return view;
  const mine = holderOf(tab, model.me).kind === 'me';
  if (!mine) return view.takenFrom === undefined ? view : { ...view, takenFrom: undefined };
  return holderOf(was, model.me).kind === 'other' ? { ...view, takenFrom: was.claim } : view;
}

/** Whoever was told to wait does not ask any more: the next question is a new one. */
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
