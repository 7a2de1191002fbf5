/** The queue of the person at this window: terminals that wait for an answer, or whose programs have ended their work unseen. */

import { type QueueItem, queueOf } from '../../../client/waiting.ts';
import type { FeedItem } from '../feed.ts';
import type { Model } from '../model.ts';

/** The queues of lists of terminals, without regard to what is put off. */
const known = new WeakMap<Model['tabs'], readonly QueueItem[]>();

function wholeQueue(tabs: Model['tabs']): readonly QueueItem[] {
  const found = known.get(tabs);
  if (found !== undefined) return found;
  const queue = queueOf(tabs, 0);
  known.set(tabs, queue);
  return queue;
}

type Queued = Pick<Model, 'tabs' | 'snoozed'>;

/** The queue without what the person has put off: those who wait, who have waited longest first, then what is done. */
export function queueIn({ tabs, snoozed }: Queued, now: number): readonly QueueItem[] {
  const queue = wholeQueue(tabs);
  return snoozed.size === 0 ? queue : queue.filter(({ uri }) => (snoozed.get(uri) ?? 0) <= now);
}

/** Returns how many terminals other than the one in front wait for the person. */
export function waitingElsewhere(model: Queued & Pick<Model, 'active'>, now: number): number {
  return queueIn(model, now).filter(({ uri, state }) => state === 'blocked' && uri !== model.active).length;
}

// The list of F12.

/** An entry: a terminal that waits or is done, with the time until which the person has put it off, or a part of the feed. */
export type Entry =
  | { readonly kind: 'queue'; readonly item: QueueItem; readonly snoozedUntil: number | undefined }
  | { readonly kind: 'feed'; readonly item: FeedItem };

/** First those who wait, those put off behind the others, then what is done, then the feed. */
export function entriesOf(model: Queued & Pick<Model, 'feed'>, now: number): readonly Entry[] {
  const queue = queueIn(model, now);
  const isOff = ({ uri }: QueueItem) => (model.snoozed.get(uri) ?? 0) > now;
  const entry = (item: QueueItem): Entry => ({
    kind: 'queue',
    item,
    snoozedUntil: isOff(item) ? model.snoozed.get(item.uri) : undefined,
  });
  const waiting = queue.filter(({ state }) => state === 'blocked');
  return [
    ...[...waiting, ...wholeQueue(model.tabs).filter(isOff)].map(entry),
    ...queue.filter(({ state }) => state !== 'blocked').map(entry),
    ...model.feed.items.map((item): Entry => ({ kind: 'feed', item })),
  ];
}
