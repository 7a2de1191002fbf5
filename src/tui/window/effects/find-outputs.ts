/** Searches all outputs that the host keeps of a terminal, page by page, until nobody wants the answer any more. */

import type {
  OutputMatch,
  OutputSearch,
  OutputSearchResult,
} from '../../../protocol/cotty/command-output.ts';
import type { Message } from '../../model/message.ts';

export type AskSearch = (search: OutputSearch) => Promise<OutputSearchResult>;

/** Limit: matches of one search. */
const MAX_MATCHES = 5000;
/** Matches of one request. */
const PAGE = 500;

export type Wanted = {
  readonly uri: string;
  readonly query: string;
  /** Whether the answer is still wanted: the query has not changed since. */
  readonly isWanted: () => boolean;
};

/** Tells what was found after each page; `off` when the host knows no such request. */
export async function findOutputs(
  ask: AskSearch,
  wanted: Wanted,
  tell: (message: Message) => void,
): Promise<void> {
  const { uri, query, isWanted } = wanted;
  const ignoreCase = query === query.toLowerCase();
  const found: OutputMatch[] = [];
  let next: OutputSearchResult['next'] = {};
  while (next !== undefined && found.length < MAX_MATCHES) {
    const result: OutputSearchResult | undefined = await ask({
      text: query,
      ignoreCase,
      limit: PAGE,
      ...next,
    }).catch(() => undefined);
    if (!isWanted()) return;
    found.push(...(result?.matches ?? []));
    next = result?.more === true ? result.next : undefined;
    const ended = next === undefined;
    if (ended || (result?.matches.length ?? 0) > 0) {
      tell({ kind: 'found', uri, query, found: { matches: [...found], ended, more: false } });
    }
  }
  if (next !== undefined)
    tell({ kind: 'found', uri, query, found: { matches: found, ended: true, more: true } });
}
