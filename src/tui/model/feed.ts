/**
 * The feed: commands that ended, and notices that programs gave, in terminals that were not in view, newest first, read or unread.
 * Pure functions.
 */

import { type Writer, writerLabel } from '../../client/blocks/writer-label.ts';
import type { Wake } from '../../protocol/cotty/wake.ts';
import { type BlockStatus, statusOfRecord } from '../../review/exit-state.ts';
import { oneLine } from '../outer/one-line.ts';

type Common = {
  /** The host's number of the notification; absent when this window saw the end or the notice itself. */
  readonly n?: number;
  readonly uri: string;
  readonly terminal: string;
  /** When the command ended or the notice came, in Unix milliseconds. */
  readonly finishedAt: number;
  /** The first output line that looks like an error, else the last line; the text of a notice. */
  readonly line: string;
  readonly unread: boolean;
};

/** A notice that a program gave (OSC 9, 99, 777). */
export type NoticeItem = Common & { readonly notice: number };

export type EndedItem = Common & {
  /** The block of the command, by its id or by its start (Unix ms). */
  readonly block: { readonly id: string } | { readonly began: number };
  readonly commandLine: string;
  readonly writer: Writer;
  readonly status: BlockStatus;
  readonly durationMs: number;
};

export type FeedItem = EndedItem | NoticeItem;

/** The command to go to after a choice in a list, and the line of its output. */
export type GoingTo = Pick<EndedItem, 'uri' | 'terminal' | 'block' | 'commandLine'> & {
  readonly match?: FoundPlace;
};

/** A line that was found; lines count from 1, and 0 is the command line. */
export type FoundPlace = { readonly query: string; readonly seq: number; readonly line: number };

export type Feed = {
  readonly items: readonly FeedItem[];
  /** Highest number acknowledged to the host. */
  readonly acked: number;
  /** Number of older notifications the host dropped. */
  readonly dropped: number;
  /** Reason why the host sends no notifications; undefined when it does, or was not asked yet. */
  readonly off: string | undefined;
};

export const NO_FEED: Feed = { items: [], acked: 0, dropped: 0, off: undefined };

/** Entries kept; older ones are dropped, `cotty history` has them. */
const MAX_ITEMS = 200;
/** Characters kept of a command or a line. */
const MAX_TEXT = 200;

/** Builds the entry for a notification; texts are cleaned, since another host may send anything. */
export function wakeItem(wake: Wake, me: string, unread: boolean): EndedItem {
  const line = wake.error_line ?? wake.tail.findLast((each) => each.trim() !== '') ?? '';
  return {
    n: wake.n,
    uri: wake.channel,
    terminal: oneLine(wake.terminal, MAX_TEXT),
    block: { id: wake.command_id },
    commandLine: oneLine(wake.cmd, MAX_TEXT),
    writer: writerLabel(wake.writer ?? undefined, me),
    status: statusOfRecord(wake),
    durationMs: wake.duration_s * 1000,
    finishedAt: Date.parse(wake.finished_at) || 0,
    line: oneLine(line, MAX_TEXT),
    unread,
  };
}

/** Builds the entry for a notice, the `n`th of its terminal, which came at a time (Unix ms). */
export function noticeItem(
  tab: { readonly uri: string; readonly terminal: string },
  { n, text }: { readonly n: number; readonly text: string },
  now: number,
): NoticeItem {
  return { ...tab, notice: n, finishedAt: now, line: oneLine(text, MAX_TEXT), unread: true };
}

/** Adds an entry; an entry for the same command changes nothing. */
export function withItem(feed: Feed, item: FeedItem): Feed {
  if (feed.items.some((other) => isSame(other, item))) return feed;
  return { ...feed, items: newestFirst([item, ...feed.items]).slice(0, MAX_ITEMS) };
}

/** Gives the newest entry of a command a line, if it has none. */
export function withLine(
  feed: Feed,
  { uri, commandLine, line }: Pick<EndedItem, 'uri' | 'commandLine' | 'line'>,
): Feed {
  const at = feed.items.findIndex(
    (item) => item.uri === uri && 'commandLine' in item && item.commandLine === commandLine,
  );
  if (feed.items[at]?.line !== '') return feed;
  return {
    ...feed,
    items: feed.items.map((item, index) =>
      index === at ? { ...item, line: oneLine(line, MAX_TEXT) } : item,
    ),
  };
}

/**
 * Merges the host's answer, which lists all notifications that nobody has acknowledged. An entry missing there was read,
 * perhaps in another window; its number is dropped, since the next host may count from 1 again.
 */
export function withWakes(feed: Feed, wakes: readonly Wake[], dropped: number, me: string): Feed {
  const open = new Set(wakes.map(({ n }) => n));
  const items = feed.items.map((item) => {
    if (item.n === undefined || open.has(item.n)) return item;
    const { n: _n, ...rest } = item;
    return { ...rest, unread: false };
  });
  const kept: Feed = { items, acked: 0, dropped, off: undefined };
  return wakes.reduce((next, wake) => withItem(next, wakeItem(wake, me, true)), kept);
}

/** Marks entries as read: those of one terminal, or all. */
export function markRead(feed: Feed, uri?: string): Feed {
  const isOne = (item: FeedItem) => item.unread && (uri === undefined || item.uri === uri);
  if (!feed.items.some(isOne)) return feed;
  return { ...feed, items: feed.items.map((item) => (isOne(item) ? { ...item, unread: false } : item)) };
}

export function unreadCount({ items }: Feed): number {
  return items.reduce((count, { unread }) => count + (unread ? 1 : 0), 0);
}

/** Returns the number up to which everything was read, to tell the host; undefined when there is nothing new. */
export function toAcknowledge({ items, acked }: Feed): number | undefined {
  const numbers = (unread: boolean) =>
    items.flatMap((item) => (item.n !== undefined && item.unread === unread ? [item.n] : []));
  const firstUnread = Math.min(...numbers(true), Number.POSITIVE_INFINITY);
  const cursor = Math.max(...numbers(false).filter((n) => n < firstUnread), 0);
  return cursor > acked ? cursor : undefined;
}

/** Whether two entries are about the same command or notice. */
export function isSame(one: FeedItem, other: FeedItem): boolean {
  return one.uri === other.uri && keyOf(one) === keyOf(other);
}

function keyOf(item: FeedItem): string | number {
  // A host that was started again counts notices from one.
  if ('notice' in item) return `notice ${item.notice} ${item.finishedAt}`;
  return 'id' in item.block ? item.block.id : item.block.began;
}

function newestFirst(items: readonly FeedItem[]): readonly FeedItem[] {
  return items.toSorted((one, other) => other.finishedAt - one.finishedAt || (other.n ?? 0) - (one.n ?? 0));
}
