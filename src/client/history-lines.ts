/** The search for a command line of before, for window and page: each line once with its newest run, in the words of the history. */

import { isFiltering, readFilter, type Speaker } from '../protocol/cotty/filter/command-filter.ts';
import { wordsTest } from '../protocol/cotty/filter/words-test.ts';
import type { HistoryCommand } from '../protocol/cotty/history.ts';
import type { PastLine } from '../protocol/cotty/past-line.ts';
import { type BlockStatus, statusOfCode } from '../review/exit-state.ts';
import { type CellRange, placesIn } from './blocks/match-text.ts';
import {
  type HistoryAsk,
  type HistorySearch,
  isUpToDate,
  newHistorySearch,
  nextAsk,
  PAGE,
  statusOfPast,
} from './history-search.ts';

/** Pages of runs that are read: the newest thousand that match. */
const MOST_PAGES = 10;
/** Lines that are known beyond the one that is looked at. */
const AHEAD = 40;

export type LineSearch = {
  /** The runs that match. */
  readonly search: HistorySearch;
  /** Lines without a run that is looked for, as the shell's own history has them; older ones, too. */
  readonly past: readonly PastLine[];
};

export const NO_LINES: LineSearch = { search: newHistorySearch(MOST_PAGES), past: [] };

export type FoundLine = {
  readonly line: string;
  /** Unix milliseconds; undefined where the shell's history has no times. */
  readonly at: number | undefined;
  /** Undefined where nothing but the line is known. */
  readonly status: BlockStatus | undefined;
  /** File URI. */
  readonly cwd: string | undefined;
  /** Its newest run on record. */
  readonly run: HistoryCommand | undefined;
};

/** Returns the words to ask the shell's history for; undefined if there is a filter, of which that knows nothing. */
export function pastWords(words: string, speaker: Speaker): string | undefined {
  const { text, filter, wrong } = readFilter(words, speaker);
  return isFiltering(filter) || wrong !== undefined ? undefined : text;
}

/** Returns the runs to ask for with the line at `index` looked at; many runs may be of one line. */
export function nextLines(
  { search }: LineSearch,
  lines: readonly FoundLine[],
  index: number,
): HistoryAsk | undefined {
  const read = search.pages.size * PAGE;
  const wanted = lines.length - index > AHEAD ? read : read + 1;
  return nextAsk(search, 0, Math.min(wanted, MOST_PAGES * PAGE));
}

/**
 * Returns the lines, newest first; those without a time are the last. `own` are those of the terminal in front, which are known
 * at once. Until the answer comes, what was found before is narrowed down.
 */
export function foundLines(
  { search, past }: LineSearch,
  own: readonly PastLine[],
  words: string,
  speaker: Speaker,
): readonly FoundLine[] {
  const { text, filter } = readFilter(words, speaker);
  const fits = wordsTest(text);
  const found = new Map<string, FoundLine>();
  for (const run of runsOf(search)) {
    const { commandLine: line, startedAt: at, cwd } = run;
    if (line === '' || found.has(line) || !(isUpToDate(search) || fits(line))) continue;
    found.set(line, { line, at, status: statusOfPast(run), cwd, run });
  }
  for (const { line, at, exitCode, cwd } of isFiltering(filter) ? [] : [...own, ...past]) {
    const known = found.get(line);
    if (!fits(line) || (known !== undefined && timeOf(known) >= (at ?? 0))) continue;
    const status = exitCode === undefined ? undefined : statusOfCode(exitCode);
    found.set(line, { line, at, status, cwd, run: undefined });
  }
  return [...found.values()].toSorted((one, other) => timeOf(other) - timeOf(one));
}

function runsOf({ pages }: HistorySearch): readonly HistoryCommand[] {
  return [...pages].toSorted(([one], [other]) => one - other).flatMap(([, commands]) => commands);
}

function timeOf({ at = 0 }: FoundLine): number {
  return at;
}

/** Returns the places of the words that are looked for in a line, in order and without overlaps. */
export function foundPlaces(line: string, words: string, speaker: Speaker): readonly CellRange[] {
  const { text } = readFilter(words, speaker);
  const places = text
    .split(/\s+/)
    .flatMap((word) => placesIn(line, word))
    .toSorted((one, other) => one.from - other.from || other.to - one.to);
  let end = 0;
  return places.filter(({ from, to }) => {
    if (from < end) return false;
    end = to;
    return true;
  });
}
