/** The history of all terminals, for window and page: searched by words with filters, and read a page at a time. */

import { isUnknownMethod } from '../protocol/common/error-codes.ts';
import { reasonOf } from '../protocol/common/reason-of.ts';
import { type CommandFilter, readFilter, type Speaker } from '../protocol/cotty/filter/command-filter.ts';
import type {
  HistoryCommand,
  HistoryOrder,
  HistoryQuery,
  HistoryResult,
  TrendRun,
} from '../protocol/cotty/history.ts';
import type { Annotation } from '../protocol/terminal/annotation.ts';
import { type BlockStatus, statusOfEnd } from '../review/exit-state.ts';

/** Commands of one request. */
export const PAGE = 100;

/** A page of the commands that match, counted from 0. */
export type HistoryAsk = { readonly query: HistoryQuery; readonly page: number };

export type HistorySearch = {
  /** What is looked for now, and the problem with a word of it, which is left out. */
  readonly query: HistoryQuery;
  readonly wrong: string | undefined;
  /** The query that the pages belong to: an older one until the first answer to `query`. */
  readonly shown: HistoryQuery | undefined;
  readonly pages: ReadonlyMap<number, readonly HistoryCommand[]>;
  /** Limit: pages that are held. Those farthest from the one that came last are dropped. */
  readonly mostPages: number;
  /** Commands that match; with `more` there may be others behind them. */
  readonly count: number;
  readonly more: boolean;
  /** The request without an answer. There is one at most; its answer is dropped if something else is looked for by then. */
  readonly asked: HistoryAsk | undefined;
  readonly failure: string | undefined;
};

export function newHistorySearch(mostPages: number): HistorySearch {
  return {
    query: {},
    wrong: undefined,
    shown: undefined,
    pages: new Map(),
    mostPages,
    count: 0,
    more: false,
    asked: undefined,
    failure: undefined,
  };
}

/** Looks for something else. What was found stays until the answer comes. */
export function lookFor(
  search: HistorySearch,
  words: string,
  order: HistoryOrder,
  speaker: Speaker,
): HistorySearch {
  const { text, filter, wrong } = readFilter(words, speaker);
  const query: HistoryQuery = {
    ...filter,
    ...(text === '' ? {} : { text }),
    ...(order === 'newest' ? {} : { order }),
  };
  return isSame(query, search.query) ? { ...search, wrong } : { ...search, query, wrong };
}

function isSame(one: HistoryQuery, other: HistoryQuery | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

/** Whether what is shown is an answer to what is looked for. */
export function isUpToDate({ query, shown }: HistorySearch): boolean {
  return shown !== undefined && isSame(query, shown);
}

/** Returns what to ask now, with the commands from `from` up to `to` in view; undefined while nothing is missing, or an answer is due. */
export function nextAsk(search: HistorySearch, from: number, to: number): HistoryAsk | undefined {
  const { query, pages, count, more, asked } = search;
  if (asked !== undefined) return undefined;
  if (!isUpToDate(search)) return { query, page: 0 };
  const last = more ? Math.floor(count / PAGE) : Math.floor((count - 1) / PAGE);
  const end = Math.min(last, Math.floor(Math.max(from, to - 1) / PAGE));
  for (let page = Math.max(0, Math.floor(from / PAGE)); page <= end; page++) {
    if (!pages.has(page)) return { query, page };
  }
  return undefined;
}

/** Returns the request for a page. */
export function historyRequest({ query, page }: HistoryAsk): HistoryQuery {
  return { ...query, ...(page === 0 ? {} : { skip: page * PAGE }), limit: PAGE };
}

/** Returns why there is no answer, in words for a person. */
export function historyFailure(error: unknown): string {
  return isUnknownMethod(error)
    ? 'this host has no history: it is another program, or an older cotty'
    : reasonOf(error);
}

/** Takes the answer to a request, or the reason why there is none. */
export function answered(
  search: HistorySearch,
  ask: HistoryAsk,
  answer: HistoryResult | string,
): HistorySearch {
  if (search.asked !== ask) return search;
  const free = { ...search, asked: undefined };
  if (!isSame(ask.query, search.query)) return free;
  if (typeof answer === 'string')
    return { ...free, shown: ask.query, pages: new Map(), count: 0, more: false, failure: answer };
  return withPage(free, ask, answer);
}

function withPage(search: HistorySearch, { query, page }: HistoryAsk, answer: HistoryResult): HistorySearch {
  const { commands, total } = answer;
  const end = page * PAGE + commands.length;
  const isOther = !isUpToDate(search);
  const known = isOther ? 0 : search.count;
  // Commands have ended since: those of the other pages have moved.
  const hasMoved = total !== undefined && total !== known;
  const pages = new Map(isOther || hasMoved ? [] : search.pages);
  pages.set(page, commands);
  const excess = Math.max(0, pages.size - search.mostPages);
  for (const far of farthest(pages.keys(), page).slice(0, excess)) pages.delete(far);
  return {
    ...search,
    shown: query,
    pages,
    count: total ?? (answer.more ? Math.max(known, end) : end),
    more: total === undefined && (answer.more || known > end),
    failure: undefined,
  };
}

function farthest(pages: Iterable<number>, from: number): readonly number[] {
  return [...pages].toSorted((one, other) => Math.abs(other - from) - Math.abs(one - from));
}

/** Returns the command at a place among those that match; undefined while it is not here. */
export function commandAt({ pages }: HistorySearch, index: number): HistoryCommand | undefined {
  return pages.get(Math.floor(index / PAGE))?.[index % PAGE];
}

/** Returns how a command ended, or that it runs. */
export function statusOfPast(command: HistoryCommand): BlockStatus {
  const { finishedAt, timedOut, killedByRestart, open } = command;
  const isOver = finishedAt !== undefined || timedOut === true || killedByRestart === true;
  return isOver || !open ? statusOfEnd(command) : { kind: 'running' };
}

/** Returns how long a command took, or has been running; undefined where that is not known. */
export function tookOfPast(command: HistoryCommand, now: number): number | undefined {
  const { startedAt, finishedAt } = command;
  if (finishedAt !== undefined) return finishedAt - startedAt;
  return statusOfPast(command).kind === 'running' ? Math.max(0, now - startedAt) : undefined;
}

/** Shows the note and the bookmark that a command has now; it stays where it is, also if the words no longer match it. */
export function withAnnotation(
  search: HistorySearch,
  { terminal, commandId }: Pick<HistoryCommand, 'terminal' | 'commandId'>,
  { note, bookmarked }: Annotation,
): HistorySearch {
  const changed = (command: HistoryCommand): HistoryCommand => {
    if (command.terminal !== terminal || command.commandId !== commandId) return command;
    const { note: _note, bookmarked: _bookmarked, ...rest } = command;
    return {
      ...rest,
      ...(note === undefined ? {} : { note: note.text }),
      ...(bookmarked === true ? { bookmarked } : {}),
    };
  };
  const pages = [...search.pages].map(([page, commands]) => [page, commands.map(changed)] as const);
  return { ...search, pages: new Map(pages) };
}

// Earlier runs of the commands in view, asked for when nothing else is missing.

/** Limit: commands whose runs the window holds; when a limit is reached, all are forgotten. */
const MOST_TRENDS = 500;

/** `keys` are the commands whose runs are asked for. */
export type TrendsAsk = { readonly query: HistoryQuery; readonly keys: readonly string[] };

/** `asked` is the request without an answer. */
export type HistoryTrends = {
  readonly runs: ReadonlyMap<string, readonly TrendRun[]>;
  readonly asked: TrendsAsk | undefined;
};

export const NO_TRENDS: HistoryTrends = { runs: new Map(), asked: undefined };

/** Names a command among those of all terminals. */
export function commandKey({ terminal, seq }: Pick<HistoryCommand, 'terminal' | 'seq'>): string {
  return `${terminal} ${seq}`;
}

export function nextTrends(
  search: HistorySearch,
  { runs, asked }: HistoryTrends,
  from: number,
  to: number,
): TrendsAsk | undefined {
  if (asked !== undefined || search.asked !== undefined || !isUpToDate(search)) return undefined;
  const end = Math.min(to, search.count);
  const without = (index: number) => {
    const command = commandAt(search, index);
    const key = command && commandKey(command);
    return key === undefined || runs.has(key) ? undefined : key;
  };
  for (let index = from; index < end; index++) {
    if (without(index) === undefined) continue;
    const limit = Math.min(to - index, PAGE);
    const keys = Array.from({ length: Math.min(limit, end - index) }, (_, by) => without(index + by));
    return {
      query: { ...search.query, skip: index, limit, trends: true },
      keys: keys.filter((key) => key !== undefined),
    };
  }
  return undefined;
}

/**
 * Takes the answer; `commands` is undefined if it was not asked any more. A command that is not in the answer, because others have
 * ended since, has no runs, and is not asked for again.
 */
export function trendsAnswered(
  trends: HistoryTrends,
  ask: TrendsAsk,
  commands: readonly HistoryCommand[] | undefined,
  mostRuns = MOST_TRENDS,
): HistoryTrends {
  if (trends.asked !== ask) return trends;
  if (commands === undefined) return { ...trends, asked: undefined };
  const told = new Map<string, readonly TrendRun[]>(ask.keys.map((key) => [key, []]));
  for (const each of commands) told.set(commandKey(each), each.trend ?? []);
  const before = trends.runs.size + told.size > mostRuns ? [] : trends.runs;
  return { runs: new Map([...before, ...told]), asked: undefined };
}

// Filters that are a key or a click away: each puts its word among the others, or takes it out.

export type QuickFilter = 'failed' | 'folder' | 'repository' | 'mine' | 'today' | 'long';

/** Where the person is, for the filters that refer to it. */
export type Here = { readonly folder?: string | undefined; readonly repository?: string | undefined };

const QUICK: { readonly [filter in QuickFilter]: (here: Here) => string | undefined } = {
  failed: () => 'is:failed',
  folder: ({ folder }) => placeWord('in', folder),
  repository: ({ repository }) => placeWord('repo', repository),
  mine: () => 'by:me',
  today: () => 'since:today',
  long: () => 'longer:10s',
};

/** Blanks end a word: of such a path the part behind the last blank is looked for. */
function placeWord(name: string, path = ''): string | undefined {
  const end = path.slice(path.lastIndexOf(' ') + 1);
  return end === '' ? undefined : `${name}:${end}`;
}

/** Returns the word of a filter; undefined where it means nothing. */
export function quickWord(filter: QuickFilter, here: Here): string | undefined {
  return QUICK[filter](here);
}

/** Puts a word behind the others, or takes it out. */
export function toggledWord(text: string, word: string): string {
  const words = wordsOf(text);
  return (words.includes(word) ? words.filter((each) => each !== word) : [...words, word]).join(' ');
}

/** Takes out the last word. */
export function withoutLastWord(text: string): string {
  return wordsOf(text).slice(0, -1).join(' ');
}

/** Returns the words of a text that are filters. */
export function filterWords(text: string, speaker: Speaker): readonly string[] {
  return wordsOf(text).filter((word) => readFilter(word, speaker).text === '');
}

export function wordsOf(text: string): readonly string[] {
  return text.split(' ').filter((word) => word !== '');
}

/** Whether a query leaves nothing out. */
export function isEverything({ order: _order, ...rest }: HistoryQuery): boolean {
  return Object.keys(rest satisfies CommandFilter).length === 0;
}
