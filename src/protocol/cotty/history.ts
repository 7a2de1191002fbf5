/** The history: commands of all terminals, open and closed, by what they are, where they ran and what they printed. */

import {
  answer,
  answers,
  flag,
  int,
  loose,
  name,
  number,
  oneOf,
  onRoot,
  optional,
  orElse,
  type Read,
  type Schema,
  seq,
  string,
  text,
  uri,
} from '../fields/parts.ts';
import { MAX_PATTERN, where } from './command-output.ts';
import type { CommandFilter } from './filter/command-filter.ts';

/** Commands of one answer. */
export const MAX_HISTORY = 500;

/** How the commands are sorted; those that are equal, and all by default, newest first. */
export const HISTORY_ORDERS = ['newest', 'oldest', 'longest', 'shortest', 'failed', 'command'] as const;
export type HistoryOrder = (typeof HISTORY_ORDERS)[number];

/** Which commands are meant; all that is given must hold. */
export const historyFilter = {
  /** Words that must all be in the command line or in its note, in any order; case counts only if one has a capital. */
  text: optional(text(MAX_PATTERN)),
  /** Exactly this command line. */
  commandLine: optional(text(64 * 1024)),
  failed: optional(flag),
  /** Only commands that ended with this exit code. */
  exitCode: optional(number()),
  folder: optional(text(MAX_PATTERN)),
  /** Exactly this folder, as a file URI. */
  cwd: optional(text(MAX_PATTERN)),
  /** A repository, by the path of its folder or by its name: commands that ran in it or below. */
  repository: optional(text(MAX_PATTERN)),
  /** The machine that ran the command, for commands of inner shells elsewhere (`where.host`). */
  host: optional(text(MAX_PATTERN)),
  writer: optional(name),
  /** Unix milliseconds: commands that ended before `since`, or began at `until` or later, are left out. */
  since: optional(number()),
  until: optional(number()),
  longerThanMs: optional(number(0)),
  /** Only bookmarked commands; only those with a note. */
  bookmarked: optional(flag),
  noted: optional(flag),
  /** Only this terminal. */
  terminal: optional(uri),
};

const query = {
  ...historyFilter,
  /** Searched literally in the outputs as they read. */
  output: optional(text(MAX_PATTERN)),
  order: optional(oneOf(HISTORY_ORDERS)),
  /** Matching commands to leave out before the first of the answer. */
  skip: optional(int(0)),
  limit: optional(int(1, MAX_HISTORY)),
  /** Whether each command of the answer comes with earlier runs of the same line in the same folder. */
  trends: optional(flag),
};
const queryOnly = loose(query) satisfies Schema<CommandFilter>;
export type HistoryQuery = Read<typeof queryOnly>;

/** One run among those of the same command line in the same folder. */
export const trendRun = answer({
  startedAt: number(),
  durationMs: optional(number()),
  exitCode: optional(number()),
});
export type TrendRun = Read<typeof trendRun>;

/** What is reported of each command on record. */
export const recordedCommand = {
  /** URI and name of its terminal, and whether that is open. */
  terminal: string,
  name: string,
  open: flag,
  seq,
  commandId: string,
  commandLine: string,
  /** Unix milliseconds. */
  startedAt: number(),
  /** Absent while it runs, or when its end could not be written. */
  finishedAt: optional(number()),
  exitCode: optional(number()),
  writer: optional(string),
  /** File URI. */
  cwd: optional(string),
  note: optional(string),
  bookmarked: optional(flag),
};

const pastCommand = answer({
  ...recordedCommand,
  timedOut: optional(flag),
  killedByRestart: optional(flag),
  where: optional(where),
  /** Lines of its output; absent in records of earlier versions. */
  lines: optional(number()),
  /** The first line of its output that matches `output`. */
  found: optional(string),
  /** Up to 20 runs, oldest first, this one last. */
  trend: optional(answers(trendRun)),
});
export type HistoryCommand = Read<typeof pastCommand>;

const historyResult = answer({
  commands: answers(pastCommand),
  /** Whether more match; the next request skips them. */
  more: orElse(flag, false),
  /** How many match in all; absent when they were not counted. */
  total: optional(number()),
});
export type HistoryResult = Read<typeof historyResult>;

export const historyRequests = {
  /** Refused to agents and to those who only watch. */
  'x-cotty/history': { params: loose({ ...onRoot, ...query }), result: historyResult },
} as const;
