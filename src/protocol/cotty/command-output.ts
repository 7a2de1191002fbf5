/** The commands of a terminal and their outputs as the host keeps them: whole, beyond the limit of the content. */

import {
  answer,
  answers,
  flag,
  int,
  loose,
  number,
  onChannel,
  oneOf,
  optional,
  orElse,
  type Read,
  type Schema,
  seq,
  string,
  text,
  textLike,
} from '../fields/parts.ts';
import type { OutputCounts, Where } from '../terminal/command-meta.ts';
import { note } from './annotate.ts';

/** Limits of one answer: commands, UTF-16 units of output, matches of a search. */
export const MAX_COMMANDS = 1000;
const MAX_OUTPUT = 1024 * 1024;
const MAX_MATCHES = 1000;
/** UTF-16 units of a text to search for. */
export const MAX_PATTERN = 1000;

export const counts = answer({ lines: seq, bytes: seq, chars: seq }) satisfies Schema<OutputCounts>;
export const where = answer({
  shell: optional(string),
  user: optional(string),
  host: optional(string),
}) satisfies Schema<Where>;

/** A command without its output: enough for the header of its block. */
const summary = answer({
  /** Number of the command in its terminal, as in its record. */
  seq,
  commandId: string,
  commandLine: string,
  /** Unix milliseconds on the host's clock. */
  timestamp: number(),
  /** False for the running command, and for one whose end could not be written. */
  isComplete: flag,
  /** File URI. */
  cwd: optional(string),
  durationMs: optional(number()),
  exitCode: optional(number()),
  /** `user:NAME` or `agent:HANDLE`. */
  writer: optional(string),
  /** Width of the pty when the command ran. */
  cols: optional(number()),
  /** Absent for commands that an older version has recorded and cut. */
  counts: optional(counts),
  unverified: optional(flag),
  unrecorded: optional(flag),
  /** What was printed before the command while none ran; only the end of a long text. */
  before: optional(string),
  /** True where no command ran, and `before` is all there is. */
  noCommand: optional(flag),
  where: optional(where),
  entered: optional(oneOf(['inside', 'left'])),
  timedOut: optional(flag),
  killedByRestart: optional(flag),
  forgotten: optional(flag),
  note: optional(note),
  bookmarked: optional(flag),
});
export type CommandSummary = Read<typeof summary>;

/** Oldest first; the running command last. `more`: there are older ones. */
const commandsResult = answer({ commands: answers(summary), more: orElse(flag, false) });
export type CommandsResult = Read<typeof commandsResult>;

const line = int(1);

/** Selects lines of an output. `fromEnd` goes before `fromLine`; without either the output is read from its first line. */
const range = {
  /** Number of the first line; lines are counted from 1. */
  fromLine: optional(line),
  /** Number of lines. */
  lines: optional(line),
  /** UTF-16 units of the first line to be left out: a long line is read in several answers. */
  fromChar: optional(seq),
  /** The last so many lines. */
  fromEnd: optional(line),
  /** Limit of the answer in UTF-16 units. A single line that is longer is cut. */
  maxChars: optional(int(1, MAX_OUTPUT)),
};
const rangeOnly = loose(range);
export type OutputRange = Read<typeof rangeOnly>;

const outputResult = answer({
  /** Terminal text as printed, colours included; secrets that are on the disk are redacted. */
  text: string,
  /** Number of the first line in `text`: greater than asked when the asked lines were not kept. */
  fromLine: seq,
  /** Number of lines in `text`. */
  lines: seq,
  total: counts,
  /** The first range that was not kept. */
  cut: optional(answer({ fromLine: seq, lines: seq, bytes: seq })),
  /** Whether lines that were asked for follow after `text`. */
  more: flag,
  running: flag,
});
export type OutputResult = Read<typeof outputResult>;

const timesResult = answer({ times: optional(answers(seq)) });

const rawPlace = textLike(40, /^\d{1,20}:\d{1,15}$/, 'not the next of an answer');

const recordingResult = answer({
  /** Whole lines of asciicasts v2, each cast with its header; empty where nothing was recorded. */
  text: string,
  /** Whether what was recorded first is left out. */
  cut: orElse(flag, false),
  /** The next request takes this as its `after`; absent at the end. */
  next: optional(string),
});

const search = {
  /** Searched literally in the lines as they read, without escape sequences. */
  text: text(MAX_PATTERN, 1),
  ignoreCase: optional(flag),
  /** Only commands before this number, or after it, or only this one. */
  beforeSeq: optional(seq),
  afterSeq: optional(seq),
  seq: optional(seq),
  /** With `seq`: only this line and those after it. */
  fromLine: optional(line),
  /** Number of matches. */
  limit: optional(int(1, MAX_MATCHES)),
};
const searchOnly = loose(search);
export type OutputSearch = Read<typeof searchOnly>;

/** The place where a search continues. */
const searchPlace = answer({ beforeSeq: optional(seq), seq: optional(seq), fromLine: optional(line) });
export type SearchPlace = Read<typeof searchPlace>;

const match = answer({ seq, line: seq, text: string });
export type OutputMatch = Read<typeof match>;

const searchResult = answer({
  /** Newest command first; lines of one command in their order. */
  matches: answers(match),
  /** Whether a part was not searched: continue with `next`. */
  more: orElse(flag, false),
  /** The next request takes these in place of its `beforeSeq`, `seq` and `fromLine`. */
  next: optional(searchPlace),
  /** The places at which commands have further matches than those of the answer. */
  rest: optional(answers(searchPlace)),
});
export type OutputSearchResult = Read<typeof searchResult>;

/** Asks the host for a part of the output of one command. */
export type AskOutput = (range: OutputRange & { readonly seq: number }) => Promise<OutputResult>;

export const outputRequests = {
  /**
   * All commands of a terminal, without their outputs, in pages from new to old: the newest before `beforeSeq`. For people who
   * may type, also of a terminal that only has a record; `output` and `outputSearch` likewise.
   */
  'x-cotty/commands': {
    params: loose({ ...onChannel, beforeSeq: optional(seq), limit: optional(int(1, MAX_COMMANDS)) }),
    result: commandsResult,
    readOnly: true,
  },
  /** Lines of one output by their true numbers, from memory or disk; also of the running command. */
  'x-cotty/output': { params: loose({ ...onChannel, ...range, seq }), result: outputResult, readOnly: true },
  /** When the output of a finished command came, as `OutputTimes`; absent where that is not known. */
  'x-cotty/times': { params: loose({ ...onChannel, seq }), result: timesResult, readOnly: true },
  /** The raw log of a terminal, of which a host with `--raw-log` has everything that was printed, piece by piece from the oldest. */
  'x-cotty/recording': {
    params: loose({ ...onChannel, after: optional(rawPlace) }),
    result: recordingResult,
    readOnly: true,
  },
  /** Searches the outputs that are kept, for a limited time: `more` and `next` say how to continue. */
  'x-cotty/outputSearch': {
    params: loose({ ...onChannel, ...search }),
    result: searchResult,
    readOnly: true,
  },
} as const;
