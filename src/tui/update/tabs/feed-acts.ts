/** The feed in the window: what comes in, what counts as looked at, and going to where it happened. */

import type { WakesResult } from '../../../protocol/cotty/cotty-requests.ts';
import type { Wake } from '../../../protocol/cotty/wake.ts';
import { statusOfCode } from '../../blocks/block/exit-state.ts';
import { writerLabel } from '../../blocks/block/writer-label.ts';
import { enterBrowse, select as selectBlock } from '../../blocks/list/browse.ts';
import {
  type Feed,
  type FeedItem,
  isSame,
  markRead,
  toAcknowledge,
  wakeItem,
  withItem,
  withWakes,
} from '../../model/feed.ts';
import type { Model } from '../../model/model.ts';
import { andThen, type Look, type Step, step, withToast, withView } from '../../model/step.ts';
import { type Ended, isLookedAt, isTold } from './finished-notices.ts';
import { select } from './tabs.ts';

export function openFeed(model: Model): Step {
  return step({ ...leavePage(model), dialog: { kind: 'feed', selected: 0 } }, { kind: 'readWakes' });
}

/** A page that is left was looked at. */
export function leavePage(model: Model): Model {
  const feed = model.dialog?.kind === 'feed' ? markRead(model.feed) : model.feed;
  return { ...model, feed, dialog: undefined };
}

export function woken(model: Model, wake: Wake): Model {
  const item = wakeItem(wake, model.me.writer, !isLookedAt(model, wake.channel));
  return withFeed(model, withItem(model.feed, item));
}

export function wakesRead(model: Model, { wakes, dropped }: WakesResult): Model {
  return withFeed(model, withWakes(model.feed, wakes, dropped, model.me.writer));
}

/** The host tells nobody of their own commands: those that ended unseen after a while are put here by the window. */
export function ownEnded(model: Model, ended: readonly Ended[], now: number): Model {
  const own = ended.filter((each) => each.writer === model.me.writer && isTold(model, each, now));
  return withFeed(
    model,
    own.reduce((feed, each) => withItem(feed, ownItem(model, each)), model.feed),
  );
}

/** What comes in on top moves the entries down: the chosen one stays chosen. */
function withFeed(model: Model, feed: Feed): Model {
  const { dialog } = model;
  const chosen = dialog?.kind === 'feed' ? model.feed.items[dialog.selected] : undefined;
  if (dialog?.kind !== 'feed' || chosen === undefined) return { ...model, feed };
  const selected = Math.max(
    0,
    feed.items.findIndex((item) => isSame(item, chosen)),
  );
  return { ...model, feed, dialog: { ...dialog, selected } };
}

function ownItem({ me }: Model, { tab, commandLine, writer, began, finishedAt, exitCode }: Ended): FeedItem {
  return {
    uri: tab.resource,
    terminal: tab.title,
    block: { began },
    commandLine,
    writer: writerLabel(writer, me.writer),
    status: statusOfCode(exitCode),
    durationMs: finishedAt - began,
    finishedAt,
    line: '',
    unread: true,
  };
}

/** Whatever has changed: the host hears once of what was looked at. */
export function acknowledge(before: Model, { model, effects }: Step): Step {
  const n = model.feed === before.feed ? undefined : toAcknowledge(model.feed);
  if (n === undefined) return { model, effects };
  const feed = { ...model.feed, acked: n };
  return { model: { ...model, feed }, effects: [...effects, { kind: 'ackWakes', n }] };
}

/** Brings the tab to the front; the block is looked for when its screen is there. */
export function goTo(model: Model, look: Look, item: FeedItem): Step {
  if (!model.tabs.some(({ resource }) => resource === item.uri)) {
    return step(withToast(model, `${item.terminal} is closed · cotty history has its commands`, look.now));
  }
  return select({ ...leavePage(model), goingTo: item }, item.uri);
}

/** The tab in front is there: stand on the block that was asked for. */
export function arrived(shown: Step, look: Look): Step {
  const { goingTo, active } = shown.model;
  if (goingTo === undefined || goingTo.uri !== active) return shown;
  return andThen(shown, (model) => standOn({ ...model, goingTo: undefined }, look, goingTo));
}

function standOn(model: Model, look: Look, { uri, block, commandLine }: FeedItem): Step {
  const body = look.body(uri);
  const view = model.views[uri];
  const found = body?.blocks.findLast((each) =>
    'id' in block ? each.id === block.id : each.timestamp === block.began,
  );
  if (body === undefined || view === undefined || found === undefined) {
    return step(withToast(model, `not shown any more: ${commandLine} · cotty history has it`, look.now));
  }
  const blocks = selectBlock(enterBrowse({ ...view.blocks, onlyFailed: false }, body), found.id, body);
  return step(withView(model, uri, { mode: 'browse', autoRaw: false, droppedIn: false, blocks }));
}
