/** The history page of window and page: its filters and orders, and what it reads as its list is gone through. */

import { nameText } from '../protocol/common/name-text.ts';
import type { HistoryCommand, HistoryOrder, TrendRun } from '../protocol/cotty/history.ts';
import type { BlockStatus } from '../review/exit-state.ts';
import { sparkline, type TrendCell } from '../review/trend.ts';
import { placeName } from './blocks/place.ts';
import { isSameRun, type RunPlace } from './blocks/recorded-run.ts';
import { writerLabel } from './blocks/writer-label.ts';
import type { CommandId } from './commands/commands.ts';
import {
  type Here,
  type HistoryAsk,
  type HistorySearch,
  type HistoryTrends,
  nextAsk,
  nextTrends,
  type QuickFilter,
  quickWord,
  statusOfPast,
  type TrendsAsk,
  tookOfPast,
  wordsOf,
} from './history-search.ts';

/** The commands that were found, and the earlier runs of those in view. */
export type Listing = { readonly search: HistorySearch; readonly trends: HistoryTrends };

/** A listing that waits for the answers to these requests. */
export type Asked<L extends Listing> = {
  readonly listing: L;
  readonly ask?: HistoryAsk;
  readonly trends?: TrendsAsk;
};

/** Returns what is to be requested with the commands from `from` up to `to` in view: runs when no command is missing. */
export function nextReads<L extends Listing>(listing: L, from: number, to: number): Asked<L> {
  const ask = nextAsk(listing.search, from, to);
  if (ask !== undefined) return { listing: { ...listing, search: { ...listing.search, asked: ask } }, ask };
  const trends = nextTrends(listing.search, listing.trends, from, to);
  return trends === undefined
    ? { listing }
    : { listing: { ...listing, trends: { ...listing.trends, asked: trends } }, trends };
}

/** Filters that a key or a click puts into the search, or takes out; `short` is for little room. */
const QUICK_FILTERS = [
  { filter: 'failed', command: 'history.failed', label: 'failed', short: 'failed' },
  { filter: 'folder', command: 'history.folder', label: 'this folder', short: 'here' },
  { filter: 'repository', command: 'history.repository', label: 'repository', short: 'repo' },
  { filter: 'mine', command: 'history.mine', label: 'mine', short: 'mine' },
  { filter: 'today', command: 'history.today', label: 'today', short: 'today' },
  { filter: 'long', command: undefined, label: 'over 10 s', short: 'long' },
] as const satisfies readonly {
  readonly filter: QuickFilter;
  readonly command: CommandId | undefined;
  readonly label: string;
  readonly short: string;
}[];

export type QuickChip = (typeof QUICK_FILTERS)[number] & { readonly word: string; readonly isOn: boolean };

/** Returns the filters that mean something where the user is, and whether the words of the search have them. */
export function quickChips(text: string, here: Here): readonly QuickChip[] {
  const words = wordsOf(text);
  return QUICK_FILTERS.flatMap((each) => {
    const word = quickWord(each.filter, here);
    return word === undefined ? [] : [{ ...each, word, isOn: words.includes(word) }];
  });
}

export const ORDER_TEXTS: Readonly<Record<HistoryOrder, string>> = {
  newest: 'newest first',
  oldest: 'oldest first',
  longest: 'longest first',
  shortest: 'shortest first',
  failed: 'failed first',
  command: 'by command',
};

/** What a row says of a command; absent is what is not worth its room. */
export type PastFacts = {
  readonly status: BlockStatus;
  /** The first line of the command, and the number of further ones. */
  readonly line: string;
  readonly further: number;
  readonly isMarked: boolean;
  readonly folder?: string;
  /** Who ran it, if that was somebody else. */
  readonly by?: string;
  /** Milliseconds, from a second on. */
  readonly tookMs?: number;
};

const SHORT_MS = 1_000;

/** `home` is the home folder of the host's user, `me` this client's writer, `mark` the run that others are compared with. */
export function factsOfPast(
  command: HistoryCommand,
  around: {
    readonly now: number;
    readonly home: string | undefined;
    readonly me: string;
    readonly mark: RunPlace | undefined;
  },
): PastFacts {
  const { terminal: uri, seq, cwd, commandLine } = command;
  const [line = '', ...further] = commandLine.split('\n');
  const { kind, label } = writerLabel(command.writer, around.me);
  const tookMs = tookOfPast(command, around.now);
  return {
    status: statusOfPast(command),
    line: nameText(line),
    further: further.length,
    isMarked: isSameRun(around.mark, { uri, seq }),
    ...(cwd === undefined ? {} : { folder: placeName(cwd, around.home) }),
    ...(kind === 'other' ? { by: label } : {}),
    ...(tookMs === undefined || tookMs < SHORT_MS ? {} : { tookMs }),
  };
}

/** Bars of earlier runs in a row, the run itself last. */
const TREND_BARS = 8;

/** Returns the bars of the runs of a command; none for a single run, or before they are read. */
export function trendBars(runs: readonly TrendRun[] | undefined, ascii: boolean): readonly TrendCell[] {
  return runs === undefined || runs.length < 2 ? [] : sparkline(runs, TREND_BARS, ascii);
}
