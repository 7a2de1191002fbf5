/** Searches all outputs that the host keeps of a terminal, page by page, until nobody wants the answer any more. */

import { isRefusal, isUnknownMethod } from '../../../protocol/common/error-codes.ts';
import type {
  OutputMatch,
  OutputSearch,
  OutputSearchResult,
  SearchPlace,
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

/**
 * Tells what was found after each page. A request that was lost with the connection is sent again once; when the host
 * gives no answer, the search ends with what was found so far, and the failure is told, unless it knows no such request.
 */
export async function findOutputs(
  ask: AskSearch,
  wanted: Wanted,
  tell: (message: Message) => void,
): Promise<void> {
  const { uri, query, isWanted } = wanted;
  const search = { text: query, ignoreCase: query === query.toLowerCase(), limit: PAGE };
  const matches: OutputMatch[] = [];
  let from = Number.POSITIVE_INFINITY;
  let places: readonly SearchPlace[] = [{}];
  const tellFound = (state: { readonly ended: boolean; readonly more: boolean }): void =>
    tell({ kind: 'found', uri, query, found: { matches: [...matches], from, ...state } });
  try {
    for (let [place] = places; place !== undefined && matches.length < MAX_MATCHES; [place] = places) {
      const result = await askTwice(ask, { ...search, ...place });
      if (!isWanted()) return;
      matches.push(...result.matches);
      if (place.seq === undefined) from = searchedFrom(result) ?? from;
      places = [...(result.rest ?? []), ...following(result), ...places.slice(1)];
      if (places.length === 0 || result.matches.length > 0)
        tellFound({ ended: places.length === 0, more: false });
    }
    if (places.length > 0) tellFound({ ended: true, more: true });
  } catch (error) {
    if (!isWanted()) return;
    tellFound({ ended: true, more: false });
    if (!isUnknownMethod(error)) tell({ kind: 'failed', what: 'search all outputs', error });
  }
}

function askTwice(ask: AskSearch, search: OutputSearch): Promise<OutputSearchResult> {
  return ask(search).catch((error: unknown) => {
    if (isRefusal(error)) throw error;
    return ask(search);
  });
}

/** Returns the number of the oldest command that was searched; undefined when the answer does not tell. */
function searchedFrom({ more, next }: OutputSearchResult): number | undefined {
  return more ? next?.beforeSeq : 0;
}

function following({ more, next }: OutputSearchResult): readonly SearchPlace[] {
  return more && next !== undefined ? [next] : [];
}
