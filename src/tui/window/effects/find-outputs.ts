/** Searches all outputs that the host keeps of a terminal, page by page, until nobody wants the answer any more. */

import { isRefusal, isUnknownMethod } from '../../../protocol/common/error-codes.ts';
import type {
  OutputSearch,
  OutputSearchResult,
  SearchPlace,
} from '../../../protocol/cotty/command-output.ts';
import type { Found } from '../../blocks/block/block-view.ts';
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
  const tellFound = ({ matches, from }: Progress, ended: boolean, more: boolean): void =>
    tell({ kind: 'found', uri, query, found: { matches, from, ended, more } });
  let progress: Progress = { matches: [], from: Number.POSITIVE_INFINITY, places: [{}] };
  try {
    while (progress.places.length > 0) {
      if (progress.matches.length >= MAX_MATCHES) return tellFound(progress, true, true);
      const result = await askTwice(ask, { ...search, ...progress.places[0] });
      if (!isWanted()) return;
      progress = advanced(progress, result);
      const ended = progress.places.length === 0;
      if (ended || result.matches.length > 0) tellFound(progress, ended, false);
    }
  } catch (error) {
    if (!isWanted()) return;
    tellFound(progress, true, false);
    if (!isUnknownMethod(error)) tell({ kind: 'failed', what: 'search all outputs', error });
  }
}

type Progress = Pick<Found, 'matches' | 'from'> & {
  /** Where to go on, the next first. */
  readonly places: readonly SearchPlace[];
};

function advanced(
  { matches, from, places: [place, ...later] }: Progress,
  result: OutputSearchResult,
): Progress {
  const { more, next, rest = [] } = result;
  const reached = more ? next?.beforeSeq : 0;
  return {
    matches: [...matches, ...result.matches],
    // The rest of one command is not about those before it.
    from: place?.seq === undefined ? (reached ?? from) : from,
    places: [...rest, ...(more && next !== undefined ? [next] : []), ...later],
  };
}

function askTwice(ask: AskSearch, search: OutputSearch): Promise<OutputSearchResult> {
  return ask(search).catch((error: unknown) => {
    if (isRefusal(error)) throw error;
    return ask(search);
  });
}
