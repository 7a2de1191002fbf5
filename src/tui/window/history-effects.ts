/** Effects that search and fetch earlier commands and their outputs. */

import { setTimeout as sleep } from 'node:timers/promises';
import { isCaseSensitive } from '../../client/blocks/match-text.ts';
import type { Client } from '../../client/client.ts';
import { type CompareAsk, LAST } from '../../client/compare/comparing.ts';
import { newestRun, readRuns } from '../../client/compare/read-runs.ts';
import { isRefusal, isUnknownMethod } from '../../protocol/common/error-codes.ts';
import type {
  AskOutput,
  OutputResult,
  OutputSearch,
  OutputSearchResult,
  SearchPlace,
} from '../../protocol/cotty/command-output.ts';
import type { FindQuery, FindResult } from '../../protocol/cotty/find.ts';
import type { PastQuery } from '../../protocol/cotty/past-line.ts';
import { PlainStream, SCREEN_ROWS } from '../../screen/text/plain-stream.ts';
import type { Found } from '../blocks/block/block-view.ts';
import type { Message } from '../model/message.ts';
import type { Effect, HistoryAsk } from '../model/step.ts';

// Asks the host for earlier command lines.

type Asked = { readonly uri: string; readonly ask: HistoryAsk };

/** Never rejects: a host without this request, or one that is away, gives an empty answer. */
export async function askHistory(
  client: Pick<Client, 'cotty'>,
  { uri, ask }: Asked,
  notify: (message: Message) => void,
): Promise<void> {
  const result = await client.cotty.past(uri, queryOf(ask)).catch(() => undefined);
  notify({ kind: 'past', uri, ask, result });
}

function queryOf(ask: HistoryAsk): PastQuery {
  switch (ask.for) {
    case 'walk':
      return { prefix: ask.prefix, skip: ask.skip };
    case 'suggestion':
      return { prefix: ask.prefix, limit: 1 };
    case 'argument':
      return {};
    case 'search':
      return { words: ask.words };
  }
}

// Searches all terminals and the records, page by page, until the search is cancelled.

/** Limit of listed lines and commands; a more exact query finds others. */
const MOST = 1_000;

/** Never rejects: a failure is sent to the window as a message. */
export async function findCommands(
  client: Pick<Client, 'cotty'>,
  asked: FindQuery,
  isWanted: () => boolean,
  notify: (message: Message) => void,
): Promise<void> {
  let from: FindResult['next'];
  let count = 0;
  try {
    do {
      const { commands, next } = await client.cotty.find({ ...asked, ...(from && { from }) });
      if (!isWanted()) return;
      count += commands.reduce((sum, { lines }) => sum + Math.max(1, lines.length), 0);
      from = count >= MOST ? undefined : next;
      notify({ kind: 'foundCommands', asked, commands, state: stateOf(from, next) });
    } while (from !== undefined);
  } catch (error) {
    if (!isWanted()) return;
    notify({ kind: 'foundCommands', asked, commands: [], state: 'ended' });
    notify({ kind: 'failed', what: 'search everything', error: reason(error) });
  }
}

function stateOf(from: FindResult['next'], next: FindResult['next']): 'searching' | 'ended' | 'full' {
  if (from !== undefined) return 'searching';
  return next === undefined ? 'ended' : 'full';
}

function reason(error: unknown): unknown {
  return isUnknownMethod(error)
    ? new Error('this host cannot: it is another program, or an older cotty')
    : error;
}

/** Searches all outputs that the host keeps of a terminal, page by page, until the search is cancelled. */
type AskSearch = (search: OutputSearch) => Promise<OutputSearchResult>;

/** Limit: matches of one search. */
const MAX_MATCHES = 5000;
/** Matches of one request. */
const PAGE = 500;

type Wanted = {
  readonly uri: string;
  readonly query: string;
  /** Whether the answer is still wanted: the query has not changed since. */
  readonly isWanted: () => boolean;
};

/**
 * Sends a message with the matches after each page. A request that was lost with the connection is sent again once. When a
 * request fails, the search ends with the matches so far, and the window gets the error, unless the host has no such request.
 */
export async function findOutputs(
  ask: AskSearch,
  wanted: Wanted,
  notify: (message: Message) => void,
): Promise<void> {
  const { uri, query, isWanted } = wanted;
  const search = { text: query, ignoreCase: !isCaseSensitive(query), limit: PAGE };
  const tellFound = ({ matches, from }: Progress, ended: boolean, more: boolean): void =>
    notify({ kind: 'found', uri, query, found: { matches, from, ended, more } });
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
    if (!isUnknownMethod(error)) notify({ kind: 'failed', what: 'search all outputs', error });
  }
}

type Progress = Pick<Found, 'matches' | 'from'> & {
  /** The places at which the search goes on, the next first. */
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
    // The rest of one command's output says nothing about earlier commands.
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

// Reads a whole output from the host as plain lines for the pager, in pieces: at most one piece is in memory.

/** UTF-16 units of one piece. */
const PIECE_CHARS = 512 * 1024;

/** Yields the lines, with a note where lines were not kept. If the first request fails, it yields `whatIsHere` instead. */
export async function* wholeOutput(
  ask: AskOutput,
  seq: number,
  whatIsHere: () => string,
): AsyncGenerator<string, void> {
  const plain = new PlainStream(SCREEN_ROWS);
  let line = 1;
  for (;;) {
    const piece = await pieceFrom(ask, seq, line);
    if (piece === undefined) {
      yield line === 1 ? whatIsHere() : `${plain.end()}… the rest could not be read …\n`;
      return;
    }
    const skipped = piece.fromLine - line;
    if (skipped > 0) yield `${plain.end()}… ${skipped.toLocaleString('en')} lines were not kept …\n`;
    yield plain.add(piece.text);
    line = piece.fromLine + piece.lines;
    if (!piece.more || (piece.lines === 0 && skipped <= 0)) break;
  }
  yield plain.end();
}

async function pieceFrom(ask: AskOutput, seq: number, fromLine: number): Promise<OutputResult | undefined> {
  try {
    return await ask({ seq, fromLine, maxChars: PIECE_CHARS });
  } catch {
    return undefined;
  }
}

// Reads a command that was run again, and the run that it is compared with.

/** Tries and pause (ms): the host's list may tell of an end before its record is written. */
const TRIES = 10;
const PAUSE_MS = 100;

/** Never rejects. */
export async function readRerun(
  client: Client,
  { uri, rerun }: Extract<Effect, { kind: 'readRerun' }>,
  notify: (message: Message) => void,
): Promise<void> {
  const { commandLine, of } = rerun;
  for (let tried = 0; tried < TRIES; tried += 1) {
    const later = await newestRun(client, uri, rerun).catch(() => undefined);
    if (later !== undefined) {
      const asked: CompareAsk = { later, commandLine, against: { kind: 'run', run: of } };
      notify({ kind: 'runs', asked, found: await readRuns(client, asked), rerun });
      return;
    }
    await sleep(PAUSE_MS);
  }
  const asked: CompareAsk = { later: of, commandLine, against: LAST };
  notify({ kind: 'runs', asked, found: { why: 'The run that has ended is not on record.' }, rerun });
}
