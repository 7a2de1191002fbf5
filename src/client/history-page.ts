/** The history page of window and page: its filters and orders, and what it reads as its list is gone through. */

import type { HistoryOrder } from '../protocol/cotty/history.ts';
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
  type TrendsAsk,
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
