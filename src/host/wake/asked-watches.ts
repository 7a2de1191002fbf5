/** The watches that ask for a finished command, of several subscribers at once, and the patterns that they search its output for. */

import type { Watch } from '../../protocol/cotty/wake.ts';
import type { SearchableCommand } from './finished-wake.ts';
import type { Inbox } from './wake-inbox.ts';
import { mayMatch } from './watch-filter.ts';

/** The watches of an inbox that a command may match. */
export type Asked = { readonly inbox: Inbox; readonly watches: readonly Watch[] };

export function askedBy(inboxes: readonly Inbox[], channel: string): readonly Asked[] {
  return inboxes.map((inbox) => ({ inbox, watches: inbox.watchesOf(channel) }));
}

/** Returns the patterns that decide whether the watches match, each once. */
export function patternsOf(
  asked: readonly Asked[],
  command: Pick<SearchableCommand, 'finished'>,
): readonly string[] {
  const filters = asked.flatMap(({ watches }) => watches.map(({ filter }) => filter));
  return [...new Set(filters.flatMap((each) => (mayMatch(each, command) ? (each.matches ?? []) : [])))];
}
