/** Tabs: taking the host's list, selecting, and keeping sizes right. */

import { holderOf } from '../../../client/holder.ts';
import { type Joining, membersOf, type Split, splitOf } from '../../../client/panes/split.ts';
import { joined, onlyWith, withWhole } from '../../../client/panes/split-changes.ts';
import { groupBeside, lastElsewhere, lastIn, tabBeside, tabGroups } from '../../../client/panes/tabs.ts';
import { isUnseen } from '../../../client/program-state.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { EMPTY_EDITOR } from '../../../screen/editor/editor-state.ts';
import { VI_INSERT } from '../../../screen/editor/vi.ts';
import { emptyBlocksView } from '../../blocks/block/block-view.ts';
import { leaveBrowse } from '../../blocks/list/browse.ts';
import { askerOf } from '../../model/derived/input-context.ts';
import { lookOf } from '../../model/derived/looking.ts';
import { markRead } from '../../model/feed.ts';
import type { Model, TabView } from '../../model/model.ts';
import { openUris, panesArea, tabsOf } from '../../model/panes/pane-layout.ts';
import { activeTab, andThen, type Effect, type Step, step, withToast, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { closeFinished, lastWords } from './closing.ts';

/** Takes the host's list: keeps the state of each tab; when the one in front is gone, selects the one used last, as in tmux. */
export function terminalsListed(model: Model, tabs: readonly TerminalInfo[], now: number): Step {
  const before = model.tabs;
  const views: Record<string, TabView> = {};
  for (const tab of tabs)
    views[tab.resource] = [rememberTaken, recounted, noteWait, forgetDeclined].reduce(
      (view, note) => note(model, tab, view),
      model.views[tab.resource] ?? newView(model, tab),
    );
  const read = model.visited && model.views[model.visited.uri];
  if (model.visited !== undefined && read !== undefined) views[model.visited.uri] ??= read;
  const has = (uri: string | undefined) => tabs.some((tab) => tab.resource === uri);
  const { splits: kept, absentSplits } = withLate(model, tabs);
  const splits = withNewcomers(model, tabs, kept);
  const many = model.many.every(has) ? model.many : model.many.filter(has);
  const leftLines = withLeftLines(model, has);
  const listed: Model = { ...model, tabs, views, splits, absentSplits, many, leftLines };

  if (model.awaited !== undefined && has(model.awaited)) return arrivedTab(listed, model.awaited);
  const ended = closeFinished(listed, before, now);
  const { visited } = model;
  if (visited !== undefined && tabs.length > 0)
    return andThen(ended, (next) => (has(visited.uri) ? select(next, visited.uri) : step(next)));
  if (has(model.active))
    return andThen(ended, (next) => fitPanes(lookOf(next).inView.reduce(markSeen, next)));
  const next = memberBeside(model, has) ?? model.used.find(has) ?? neighbour(before, tabs, model.active);
  if (next !== undefined) return andThen(ended, (each) => select({ ...each, active: undefined }, next));
  if (before.length > 0 && model.awaited === undefined) {
    return step({ ...listed, active: undefined, quit: { code: 0, farewell: lastWords(model) } });
  }
  return step({ ...listed, active: undefined });
}

/** Puts the splits of the last window together again as the terminals of other machines come. */
function withLate(
  { splits: old, absentSplits: absent, tabs: before, machines, size }: Model,
  tabs: readonly TerminalInfo[],
): Pick<Model, 'splits' | 'absentSplits'> {
  const area = panesArea(size);
  const listed = new Set(tabs.map(({ resource }) => resource));
  const has = (uri: string) => listed.has(uri);
  const there = onlyWith(old, has, area);
  if (absent.length === 0) return { splits: there, absentSplits: absent };
  const known = new Set(before.map(({ resource }) => resource));
  const splits = absent.reduce((all, each) => {
    const came = membersOf(each).some((uri) => has(uri) && !known.has(uri));
    const [part] = came ? onlyWith([each], has, area) : [];
    return (part && withWhole(all, part)) ?? all;
  }, there);
  // Once all machines are there, what has not come is gone.
  const isAllThere = machines.length > 0 && machines.every(({ state }) => state.kind === 'ready');
  const mayCome = (each: Split) => !membersOf(each).every(has) && withWhole(splits, each) !== undefined;
  return { splits, absentSplits: isAllThere ? [] : absent.filter(mayCome) };
}

/** Shows new terminals beside others if the clients that opened them asked for that. */
function withNewcomers(
  { tabs: before, splits: old, awaited, size }: Model,
  tabs: readonly TerminalInfo[],
  splits: Model['splits'],
): Model['splits'] {
  if (before.length === 0) return splits;
  const known = new Set(before.map(({ resource }) => resource));
  return tabs.reduce((each, { resource, _meta }) => {
    const { beside } = cottyMeta<TerminalMeta>(_meta);
    if (beside === undefined || known.has(resource) || resource === awaited) return each;
    const isThere = tabs.some((tab) => tab.resource === beside.of);
    if (!isThere || splitOf({ splits: old }, resource) !== undefined) return each;
    return joined(each, resource, beside.of, beside.side, panesArea(size)) ?? each;
  }, splits);
}

/**
 * Opens a terminal in the folder of the one in front, after which its host names it; `joining` gives it a pane there.
 */
export function openTerminal(model: Model, viewState: ViewState, joining?: Joining): Step {
  const cwd = viewState.terminal(model.active ?? '')?.cwd;
  return step(model, {
    kind: 'create',
    ...(joining === undefined ? {} : { joining }),
    ...(cwd === undefined ? {} : { cwd }),
    ...machineInFront(model),
  });
}

/** Where the terminal in front is, for one that is opened beside it or in its folder. */
export function machineInFront(model: Model): { readonly machine?: string } {
  const { machine } = cottyMeta<TerminalMeta>(activeTab(model)?._meta);
  return machine === undefined ? {} : { machine };
}

/** Brings a tab to the front. */
export function select(model: Model, uri: string): Step {
  const tab = model.tabs.find((each) => each.resource === uri);
  if (tab === undefined) return step(model);
  const left = leaveFront(openUris(model).reduce(markSeen, model), uri);
  const active = markSeen({ ...left, active: uri, visited: undefined, used: usedNow(model, uri) }, uri);
  return andThen(step(active, { kind: 'show', uri }), fitPanes);
}

/** Length limit of `used`, the terminals in the order in which they were last in front. */
const MOST_USED = 128;

function usedNow({ used }: Model, uri: string): readonly string[] {
  return [uri, ...used.filter((each) => each !== uri)].slice(0, MOST_USED);
}

/** Brings a terminal that this window opened to the front, in a pane beside another one if it was opened so. */
function arrivedTab(model: Model, uri: string): Step {
  const { joining, size } = model;
  const next: Model = { ...model, awaited: undefined, joining: undefined };
  if (joining === undefined) return select(next, uri);
  const splits = joined(next.splits, uri, joining.to, joining.side, panesArea(size));
  // As with synchronised panes in tmux, a pane opened among marked ones is one of them.
  const beside = splitOf(next, joining.to);
  const isMarked = beside !== undefined && membersOf(beside).every((each) => next.many.includes(each));
  const many = isMarked ? [...next.many, uri] : next.many;
  const divided = splits === undefined ? next : { ...next, splits, many };
  return andThen(select(divided, uri), (there) => standTogether(there));
}

/** Returns the member of the split in front that takes the place of one that has gone: the one used last, as in tmux. */
function memberBeside(model: Model, has: (uri: string) => boolean): string | undefined {
  const members = membersInFront(model);
  const at = members.indexOf(model.active ?? '');
  const last = model.used.find((uri) => members.includes(uri) && has(uri));
  if (last !== undefined) return last;
  return [...members.slice(0, Math.max(0, at)).toReversed(), ...members.slice(at + 1)].find(has);
}

function membersInFront(model: Model): readonly string[] {
  const split = splitOf(model, model.active);
  return split === undefined ? [] : membersOf(split);
}

/** Leaves BROWSE and SELECT in the tab that goes to the background. A pane that stays in view keeps its mode. */
export function leaveFront(model: Model, next: string): Model {
  const view = model.active === undefined ? undefined : model.views[model.active];
  if (
    model.active === undefined ||
    model.active === next ||
    membersInFront(model).includes(next) ||
    (view?.mode !== 'browse' && view?.mode !== 'select')
  )
    return model;
  return withView(model, model.active, {
    mode: 'run',
    blocks: leaveBrowse(view.blocks),
    selection: undefined,
  });
}

export function selectNumber(model: Model, number: number): Step {
  const tab = model.tabs[number - 1];
  return tab === undefined ? step(model) : select(model, tab.resource);
}

export function selectBeside(model: Model, offset: 1 | -1): Step {
  return selectAny(model, tabBeside(tabsOf(model), offset));
}

/** Goes to a group of tabs by its number from 1. */
export function selectGroup(model: Model, number: number, now: number): Step {
  const tabs = tabsOf(model);
  const groups = tabGroups(tabs);
  const group = groups[number - 1];
  if (group !== undefined) return selectAny(model, lastIn(tabs, group));
  const count = groups.length === 1 ? 'there is one' : `there are ${groups.length}`;
  return step(withToast(model, `there is no tab ${number}: ${count}`, now));
}

/** Goes to the group of tabs after the one in front, or before it. */
export function selectGroupBeside(model: Model, offset: 1 | -1): Step {
  return selectAny(model, groupBeside(tabsOf(model), offset));
}

/** Goes to the group of tabs that was in front before. */
export function selectLast(model: Model, now: number): Step {
  const last = lastElsewhere({ ...tabsOf(model), front: model.active });
  return last === undefined
    ? step(withToast(model, 'no other tab was in front yet', now))
    : select(model, last);
}

function selectAny(model: Model, uri: string | undefined): Step {
  return uri === undefined ? step(model) : select(model, uri);
}

/** Marks bells, finished commands and feed entries of a tab as seen. */
export function markSeen(model: Model, uri: string | undefined): Model {
  const tab = model.tabs.find((each) => each.resource === uri);
  if (tab === undefined) return model;
  const feed = markRead(model.feed, tab.resource);
  const read: Model = feed === model.feed ? model : { ...model, feed };
  return withView(read, tab.resource, seenNow(tab));
}

/** Marks tabs as seen whose programs the person has seen to be done in another window, or in a page. */
export function seenElsewhere(model: Model, before: readonly TerminalInfo[]): Model {
  const isNews = (tab: TerminalInfo | undefined) => isUnseen(cottyMeta<TerminalMeta>(tab?._meta));
  return model.tabs
    .filter((tab) => cottyMeta<TerminalMeta>(tab._meta).program?.seen === true)
    .filter((tab) => isNews(before.find(({ resource }) => resource === tab.resource)))
    .reduce((each, { resource }) => markSeen(each, resource), model);
}

/** Limit of half-written lines that are kept; the oldest goes. */
const MOST_LINES = 32;

/** Keeps the half-written lines of terminals that are gone, which may be brought back. */
function withLeftLines({ leftLines, views }: Model, has: (uri: string) => boolean): Model['leftLines'] {
  const gone = Object.entries(views).flatMap(([uri, { editor }]) =>
    !has(uri) && editor.graphemes.length > 0 ? [{ uri, editor }] : [],
  );
  const kept = leftLines.filter(({ uri }) => !has(uri) && !gone.some((each) => each.uri === uri));
  return gone.length === 0 && kept.length === leftLines.length
    ? leftLines
    : [...kept, ...gone].slice(-MOST_LINES);
}

type SeenOfTab = Pick<TabView, 'bellsSeen' | 'noticeSeen' | 'finishedSeen'>;

function seenNow({ _meta }: Partial<Pick<TerminalInfo, '_meta'>>): SeenOfTab {
  const { bells, notice, last } = cottyMeta<TerminalMeta>(_meta);
  return { bellsSeen: bells ?? 0, noticeSeen: notice?.n ?? 0, finishedSeen: last?.finishedAt ?? 0 };
}

/** A host that was started again counts bells and notices from zero: what it counts then is new. */
function recounted(_model: Model, tab: TerminalInfo, view: TabView): TabView {
  const { bellsSeen, noticeSeen } = seenNow(tab);
  if (bellsSeen >= view.bellsSeen && noticeSeen >= view.noticeSeen) return view;
  return {
    ...view,
    bellsSeen: Math.min(bellsSeen, view.bellsSeen),
    noticeSeen: Math.min(noticeSeen, view.noticeSeen),
  };
}

/** Fits the terminals in view to their panes, as far as this window holds them; takes over those whose holder is gone. */
export function fitPanes(model: Model): Step {
  const peeks = splitOf(model, model.active)?.peeks ?? [];
  const fitted = openUris(model).filter((uri) => !peeks.includes(uri));
  return step(model, ...fitted.flatMap((uri) => fitOne(model, uri)));
}

function fitOne(model: Model, uri: string): readonly Effect[] {
  const tab = model.tabs.find(({ resource }) => resource === uri);
  if (tab === undefined) return [];
  const holder = holderOf(tab, model.me);
  const fit: Effect = { kind: 'fit', uri };
  if (holder.kind === 'me') return [fit];
  return holder.kind === 'gone' ? [{ kind: 'claim', uri, takeOverFrom: holder.id }, fit] : [];
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

function noteWait(_model: Model, tab: TerminalInfo, view: TabView): TabView {
  const since = waitsSince(tab);
  return since === undefined || since === view.waitedSince ? view : { ...view, waitedSince: since };
}

/** Returns since when the program waits for a person (Unix ms); undefined if it does not. */
function waitsSince({ _meta }: Partial<Pick<TerminalInfo, '_meta'>>): number | undefined {
  const { program } = cottyMeta<TerminalMeta>(_meta);
  return program?.state === 'blocked' ? program.since : undefined;
}

/** Forgets a declined agent that no longer asks: its next question is a new one. */
function forgetDeclined(_model: Model, tab: TerminalInfo, view: TabView): TabView {
  return view.declined === undefined || askerOf(tab) === view.declined
    ? view
    : { ...view, declined: undefined };
}

export function newView(model: Model, tab: Partial<Pick<TerminalInfo, '_meta' | 'resource'>>): TabView {
  return {
    mode: 'run',
    autoRaw: false,
    droppedIn: false,
    shellPrompt: undefined,
    shellExpects: undefined,
    deleting: false,
    editor: model.leftLines.find(({ uri }) => uri === tab.resource)?.editor ?? EMPTY_EDITOR,
    blocks: emptyBlocksView(model.settings.foldBeyond),
    suggestion: undefined,
    selection: undefined,
    copyFrom: undefined,
    vi: VI_INSERT,
    shellLineDirty: false,
    givenUp: undefined,
    takenFrom: undefined,
    declined: undefined,
    ...seenNow(tab),
    doneSeen: 0,
    waitedSince: waitsSince(tab) ?? Number.NEGATIVE_INFINITY,
    stoppedAt: 0,
    fullScreenSince: 0,
    closing: false,
  };
}

// Members of a split stand together in the row of tabs, which the host keeps for every window.

/** Moves the tabs of the split in front behind its first one, in the order of their panes; the host's list confirms it. */
export function standTogether(model: Model): Step {
  const members = membersInFront(model);
  let { tabs } = model;
  const moves: Effect[] = [];
  for (const [index, uri] of members.entries()) {
    const before = members[index - 1];
    const from = tabs.findIndex(({ resource }) => resource === uri);
    const tab = tabs[from];
    if (before === undefined || tab === undefined) continue;
    const rest = tabs.toSpliced(from, 1);
    const to = rest.findIndex(({ resource }) => resource === before) + 1;
    if (to === from) continue;
    tabs = rest.toSpliced(to, 0, tab);
    moves.push({ kind: 'move', uri, before: tabs[to + 1]?.resource });
  }
  return step(moves.length === 0 ? model : { ...model, tabs }, ...moves);
}
