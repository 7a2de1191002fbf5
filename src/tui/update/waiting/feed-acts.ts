/** The feed of notifications: adds entries, marks them as read, and goes to the block of one. */

import { writerLabel } from '../../../client/blocks/writer-label.ts';
import { type Ended, programNotice } from '../../../client/ended-commands.ts';
import { shownName } from '../../../client/terminal-names.ts';
import type { Wake, WakesResult } from '../../../protocol/cotty/wake.ts';
import type { TerminalInfo } from '../../../protocol/terminal/state.ts';
import { statusOfCode } from '../../../review/exit-state.ts';
import { enterBrowse, select as selectBlock } from '../../blocks/list/browse.ts';
import { isLookedAt } from '../../model/derived/looking.ts';
import {
  type EndedItem,
  type FeedItem,
  type GoingTo,
  markRead,
  noticeItem,
  toAcknowledge,
  wakeItem,
  withItem,
  withWakes,
} from '../../model/feed.ts';
import type { Model } from '../../model/model.ts';
import { andThen, type Step, step, withToast, withView } from '../../model/step.ts';
import type { ViewState } from '../../model/view-state.ts';
import { select } from '../terminals/tabs.ts';
import { givesNotice, isHeardHere, newNotices } from './notices.ts';

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
  return { ...model, feed: withItem(model.feed, item) };
}

export function wakesRead(model: Model, { wakes, dropped }: WakesResult): Model {
  return { ...model, feed: withWakes(model.feed, wakes, dropped, model.me.writer) };
}

/** Adds own commands that took long and ended unseen: the host sends nobody notifications for their own commands. */
export function ownEnded(model: Model, ended: readonly Ended[], now: number): Model {
  const own = ended.filter((each) => each.writer === model.me.writer && givesNotice(model, each, now));
  const feed = own.reduce((each, item) => withItem(each, ownItem(model, item)), model.feed);
  return feed === model.feed ? model : { ...model, feed };
}

/** Adds the notices that programs gave since the list before, where nobody looks at them. */
export function withNotices(model: Model, before: readonly TerminalInfo[], now: number): Model {
  const feed = newNotices(before, model.tabs)
    .filter(({ tab }) => !isLookedAt(model, tab.resource) && isHeardHere(model, tab))
    .reduce((each, { tab, notice }) => {
      const place = { uri: tab.resource, terminal: shownName(tab) };
      return withItem(each, noticeItem(place, { n: notice.n, text: programNotice(notice) }, now));
    }, model.feed);
  return feed === model.feed ? model : { ...model, feed };
}

function ownItem(model: Model, ended: Ended): EndedItem {
  const { me } = model;
  const { tab, commandLine, writer, began, finishedAt, exitCode } = ended;
  return {
    uri: tab.resource,
    terminal: shownName(tab),
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
export function acknowledge({ model, effects }: Step): Step {
  const n = toAcknowledge(model.feed);
  if (n === undefined) return { model, effects };
  const feed = { ...model.feed, acked: n };
  return { model: { ...model, feed }, effects: [...effects, { kind: 'ackWakes', n }] };
}

/** Goes to what an entry is about. */
export function goToItem(model: Model, item: FeedItem): Step {
  return 'commandLine' in item ? goTo(model, item) : visitTerminal(leavePage(model), item);
}

/** Brings the terminal of a command to the front, a closed one too; its block is selected when the screen is there. */
export function goTo(model: Model, item: GoingTo): Step {
  const going: Model = { ...leavePage(model), goingTo: item };
  return visitTerminal(going, item, item.match?.seq);
}

type Place = Pick<FeedItem, 'uri' | 'terminal'>;

function visitTerminal(model: Model, { uri, terminal: title }: Place, seq?: number): Step {
  if (model.tabs.some(({ resource }) => resource === uri)) return select(model, uri);
  return step(model, { kind: 'look', uri, title, seq });
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
