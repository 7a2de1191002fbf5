/** The feed of notifications: adds entries, marks them as read, and goes to the block of one. */

import { statusOfCode } from '../../client/blocks/exit-state.ts';
import { writerLabel } from '../../client/blocks/writer-label.ts';
import type { Ended } from '../../client/ended-commands.ts';
import { shownName } from '../../client/terminal-names.ts';
import type { Wake, WakesResult } from '../../protocol/cotty/wake.ts';
import { enterBrowse, select as selectBlock } from '../blocks/list/browse.ts';
import { isLookedAt } from '../model/derived/looking.ts';
import {
  type Feed,
  type FeedItem,
  type GoingTo,
  isSame,
  markRead,
  toAcknowledge,
  wakeItem,
  withItem,
  withWakes,
} from '../model/feed.ts';
import type { Model } from '../model/model.ts';
import { andThen, type Step, step, withToast, withView } from '../model/step.ts';
import type { ViewState } from '../model/view-state.ts';
import { givesNotice } from './notices.ts';
import { select } from './tabs.ts';

export function openFeed(model: Model): Step {
  return step({ ...leavePage(model), dialog: { kind: 'feed', selected: 0 } }, { kind: 'readWakes' });
}

/** Closes the dialog; if it was the feed, its entries are marked as read. */
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

/** Adds own commands that took long and ended unseen: the host sends nobody notifications for their own commands. */
export function ownEnded(model: Model, ended: readonly Ended[], now: number): Model {
  const own = ended.filter((each) => each.writer === model.me.writer && givesNotice(model, each, now));
  return withFeed(
    model,
    own.reduce((feed, each) => withItem(feed, ownItem(model, each, now)), model.feed),
  );
}

/** Replaces the feed; new entries on top move the others down, the selected one stays selected. */
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

function ownItem(model: Model, ended: Ended, now: number): FeedItem {
  const { me } = model;
  const { tab, commandLine, writer, began, finishedAt, exitCode } = ended;
  return {
    uri: tab.resource,
    terminal: shownName(model, tab, now),
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

/** Acknowledges to the host, once, the notifications that a step has marked as read. */
export function acknowledge(before: Model, { model, effects }: Step): Step {
  const n = model.feed === before.feed ? undefined : toAcknowledge(model.feed);
  if (n === undefined) return { model, effects };
  const feed = { ...model.feed, acked: n };
  return { model: { ...model, feed }, effects: [...effects, { kind: 'ackWakes', n }] };
}

/** Brings the terminal of an entry to the front, a closed one too; its block is selected when the screen is there. */
export function goTo(model: Model, item: GoingTo): Step {
  const going: Model = { ...leavePage(model), goingTo: item };
  const { uri, terminal: title, match } = item;
  if (model.tabs.some(({ resource }) => resource === uri)) return select(going, uri);
  return step(going, { kind: 'look', uri, title, seq: match?.seq });
}

/** Selects the block that was asked for, now that its tab is in front. */
export function arrived(shown: Step, viewState: ViewState): Step {
  const { goingTo, active } = shown.model;
  if (goingTo === undefined || goingTo.uri !== active) return shown;
  return andThen(shown, (model) => standOn({ ...model, goingTo: undefined }, viewState, goingTo));
}

function standOn(model: Model, viewState: ViewState, { uri, block, commandLine }: GoingTo): Step {
  const body = viewState.body(uri);
  const view = model.views[uri];
  const found = body?.blocks.findLast((each) =>
    'id' in block ? each.id === block.id : each.timestamp === block.began,
  );
  if (body === undefined || view === undefined || found === undefined) {
    return step(withToast(model, `${commandLine} is no longer shown · cotty history has it`, viewState.now));
  }
  const blocks = selectBlock(enterBrowse({ ...view.blocks, filter: undefined }, body), found.id, body);
  // The mode stays: the next keys are meant for the shell, and Esc switches to the keys for the block.
  return step(withView(model, uri, { blocks }));
}
