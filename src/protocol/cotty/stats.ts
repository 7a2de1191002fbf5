/** Statistics of the history: what runs most, what takes long, and whose exit code changes. */

import { answer, answers, int, loose, number, onRoot, optional, type Read, string } from '../fields/parts.ts';
import { historyFilter, trendRun } from './history.ts';

/** Commands of each list of an answer. */
export const MAX_STATS = 100;

const query = { ...historyFilter, limit: optional(int(1, MAX_STATS)) };
const queryOnly = loose(query);
export type StatsQuery = Read<typeof queryOnly>;

/** The runs of one command line in one folder on one machine. */
const commandStats = answer({
  /** At most 4,096 UTF-16 units, the last of a longer one an ellipsis. */
  commandLine: string,
  /** File URI. */
  cwd: optional(string),
  /** The machine, for commands of inner shells elsewhere. */
  host: optional(string),
  runs: number(),
  failed: number(),
  /** Milliseconds of all runs that have ended. */
  totalMs: number(),
  /** Of the newest 4,096 runs; absent when none has ended. */
  medianMs: optional(number()),
  p95Ms: optional(number()),
  /** Runs whose exit code counts, and how many of them ended with another one than the run before. */
  compared: number(),
  changes: number(),
  /** The newest runs, up to 20, oldest first. */
  recent: answers(trendRun),
});
export type CommandStats = Read<typeof commandStats>;

const dayStats = answer({
  /** `2026-01-31`, in the host's time zone. */
  date: string,
  commands: number(),
  failed: number(),
});
export type DayStats = Read<typeof dayStats>;

const statsResult = answer({
  commands: number(),
  failed: number(),
  /** Command lines, each counted once for each folder and machine. */
  different: number(),
  /** Milliseconds of all commands that have ended. */
  totalMs: number(),
  /** Days on which a command began. */
  activeDays: number(),
  /** The days from `since` to `until`, without `since` the last 30, at most 366; oldest first. */
  days: answers(dayStats),
  mostRun: answers(commandStats),
  /** By median, of those with at least 3 runs that have ended. */
  slowest: answers(commandStats),
  /** By changes of the exit code as a share of the runs, of those with at least 3 runs. Runs that Ctrl+C or Ctrl+Z has ended do not count. */
  flakiest: answers(commandStats),
});
export type StatsResult = Read<typeof statsResult>;

export const statsRequests = {
  /** Refused to agents and to those who only watch. */
  'x-cotty/stats': { params: loose({ ...onRoot, ...query }), result: statsResult },
} as const;
