/** The queue of the person: goes to the next terminal that waits, puts one off, and tells the host what was seen. */

import { isUnseen } from '../../../client/program-state.ts';
import { itemOf, nextInQueue, type QueueItem, type Snoozed } from '../../../client/waiting.ts';
import { cottyMeta } from '../../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../../protocol/cotty/cotty-meta.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { type Entry, entriesOf, queueIn } from '../../model/derived/queue.ts';
import { tabState } from '../../model/derived/tab-state.ts';
import { isSame } from '../../model/feed.ts';
import type { Model } from '../../model/model.ts';
import { openUris } from '../../model/panes/pane-layout.ts';
import { type Effect, type Step, step, withToast, withView } from '../../model/step.ts';
import type { TabState } from '../../model/tab-label.ts';
import type { ViewState } from '../../model/view-state.ts';
import { select } from '../terminals/tabs.ts';
import { isSameWait, waitsAgain } from './notices.ts';

export const QUEUE_ACTS = {
  'tab.nextWaiting': nextWaiting,
  'queue.snooze': snooze,
};

/**
 * Goes to the next terminal in the queue, those that wait before what is done; where the queue is empty, to a tab with other news.
 */
export function nextWaiting(model: Model, { now }: ViewState): Step {
  const next = nextInQueue(queueIn(model, now), model.active);
  const uri = next === undefined || next.uri === model.active ? calling(model) : next.uri;
  return uri === undefined
    ? step(withToast(model, 'nothing else waits for you', now))
    : select({ ...model, dialog: undefined }, uri);
}

const NEWS: ReadonlySet<TabState> = new Set(['waits', 'failed', 'attention']);

/** Returns the first tab with news that are not in the queue: an agent asks for it, its shell has failed, it rang. */
function calling(model: Model): string | undefined {
  const inView = openUris(model);
  return model.tabs.find(
    (tab) =>
      tab.resource !== model.active &&
      !model.snoozed.has(tab.resource) &&
      NEWS.has(tabState(model, tab, cottyMeta<TerminalMeta>(tab._meta), inView)),
  )?.resource;
}

// Put off: the terminal goes on waiting, but calls nobody until the time is over, or until it waits for something else.

const SNOOZE_MS = 10 * 60_000;

/** Puts off the chosen terminal that waits; again, and it calls. */
function snooze(model: Model, { now }: ViewState): Step {
  const entry = chosenEntry(model, now);
  if (entry?.kind !== 'queue' || entry.item.state !== 'blocked') return step(model);
  const snoozed = new Map(model.snoozed);
  if (entry.snoozedUntil === undefined) snoozed.set(entry.item.uri, now + SNOOZE_MS);
  else snoozed.delete(entry.item.uri);
  // The same place in the list is chosen, where the next one is now.
  return step({ ...model, snoozed, dialog: model.dialog && { ...model.dialog } });
}

/** Keeps those put off that still wait for the same as in the list before. */
export function awake(
  before: readonly TerminalInfo[],
  { snoozed, tabs }: Pick<Model, 'snoozed' | 'tabs'>,
): Snoozed {
  if (snoozed.size === 0) return snoozed;
  const itemIn = (list: readonly TerminalInfo[], uri: string) => {
    const tab = list.find(({ resource }) => resource === uri);
    return tab && itemOf(tab);
  };
  const left = [...snoozed].filter(([uri]) => {
    const [was, is] = [itemIn(before, uri), itemIn(tabs, uri)];
    return is?.state === 'blocked' && was?.state === 'blocked' && isSameWait(is.since, was.since);
  });
  return left.length === snoozed.size ? snoozed : new Map(left);
}

/** Calls the person once more when the time is over for which a terminal was put off. */
export function snoozeEnded(model: Model, now: number): Step {
  const over = [...model.snoozed].filter(([, until]) => until <= now).map(([uri]) => uri);
  if (over.length === 0) return step(model);
  const snoozed = new Map([...model.snoozed].filter(([, until]) => until > now));
  return step({ ...model, snoozed }, ...waitsAgain(model, over));
}

// The chosen entry of the list of F12.

export function chosenEntry(model: Model, now: number): Entry | undefined {
  return model.dialog?.kind === 'feed' ? entriesOf(model, now)[model.dialog.selected] : undefined;
}

/** Keeps the same entry chosen when the list has changed; if it is gone, the place where it was. */
export function keepChosen(before: Model, model: Model, now: number): Model {
  const { dialog } = model;
  if (dialog?.kind !== 'feed' || dialog !== before.dialog) return model;
  const chosen = chosenEntry(before, now);
  const entries = entriesOf(model, now);
  const found = chosen === undefined ? -1 : entries.findIndex((entry) => isSameEntry(entry, chosen));
  const selected = found === -1 ? Math.max(0, Math.min(dialog.selected, entries.length - 1)) : found;
  return selected === dialog.selected ? model : { ...model, dialog: { ...dialog, selected } };
}

function isSameEntry(one: Entry, other: Entry): boolean {
  if (one.kind === 'feed') return other.kind === 'feed' && isSame(one.item, other.item);
  return other.kind === 'queue' && other.item.uri === one.item.uri && isBlocked(other) === isBlocked(one);
}

function isBlocked({ item }: { readonly item: QueueItem }): boolean {
  return item.state === 'blocked';
}

/** Reports to the host, once, what the user has seen: then it is no news in other windows and pages either. */
export function reportSeen(done: Step): Step {
  const { model } = done;
  if (!model.focused || model.connection !== 'ready') return done;
  const uris = openUris(model);
  return model.tabs
    .filter(({ resource }) => uris.includes(resource))
    .reduce(({ model: next, effects }, tab): Step => {
      const meta = cottyMeta<TerminalMeta>(tab._meta);
      const doneSeen = meta.program?.since ?? 0;
      const view = next.views[tab.resource];
      if (view === undefined || !isUnseen(meta) || view.doneSeen === doneSeen)
        return { model: next, effects };
      const seen: Effect = { kind: 'seen', uri: tab.resource };
      return { model: withView(next, tab.resource, { doneSeen }), effects: [...effects, seen] };
    }, done);
}
