/** The commands of a terminal and their outputs as the host keeps them: whole, beyond the limit of the content. */

import type { OutputCounts, Where } from '../terminal/command-meta.ts';

/** A command without its output: enough for the header of its block. */
export type CommandSummary = {
  /** Number of the command in its terminal, as in its record. */
  readonly seq: number;
  readonly commandId: string;
  readonly commandLine: string;
  /** Unix milliseconds on the host's clock. */
  readonly timestamp: number;
  /** False for the running command, and for one whose end could not be written. */
  readonly isComplete: boolean;
  /** File URI. */
  readonly cwd?: string;
  readonly durationMs?: number;
  readonly exitCode?: number;
  /** `user:NAME` or `agent:HANDLE`. */
  readonly writer?: string;
  /** Width of the pty when the command ran. */
  readonly cols?: number;
  /** Absent for commands that an older version has recorded and cut. */
  readonly counts?: OutputCounts;
  readonly unverified?: boolean;
  readonly unrecorded?: boolean;
  readonly where?: Where;
  readonly entered?: 'inside' | 'left';
  readonly timedOut?: boolean;
  readonly killedByRestart?: boolean;
  readonly forgotten?: boolean;
};

/** Oldest first; the running command last. `more`: there are older ones. */
export type CommandsResult = { readonly commands: readonly CommandSummary[]; readonly more: boolean };

/** Selects lines of an output. `fromEnd` goes before `fromLine`; without either the output is read from its first line. */
export type OutputRange = {
  /** Number of the first line; lines are counted from 1. */
  readonly fromLine?: number;
  /** Number of lines. */
  readonly lines?: number;
  /** UTF-16 units of the first line to be left out: a long line is read in several answers. */
  readonly fromChar?: number;
  /** The last so many lines. */
  readonly fromEnd?: number;
  /** Limit of the answer in UTF-16 units. A single line that is longer is cut. */
  readonly maxChars?: number;
};

export type OutputResult = {
  /** Terminal text as printed, colours included; secrets that are on the disk are redacted. */
  readonly text: string;
  /** Number of the first line in `text`: greater than asked when the asked lines were not kept. */
  readonly fromLine: number;
  /** Number of lines in `text`. */
  readonly lines: number;
  readonly total: OutputCounts;
  /** The first range that was not kept. */
  readonly cut?: { readonly fromLine: number; readonly lines: number; readonly bytes: number };
  /** Whether lines that were asked for follow after `text`. */
  readonly more: boolean;
  readonly running: boolean;
};

export type OutputSearch = {
  /** Searched literally in the lines as they read, without escape sequences. */
  readonly text: string;
  readonly ignoreCase?: boolean;
  /** Only commands before, or after, this number; or only this one. */
  readonly beforeSeq?: number;
  readonly afterSeq?: number;
  readonly seq?: number;
  /** With `seq`: only this line and those after it. */
  readonly fromLine?: number;
  /** Number of matches. */
  readonly limit?: number;
};

/** What a request for further matches asks for. */
export type SearchPlace = Pick<OutputSearch, 'beforeSeq' | 'seq' | 'fromLine'>;

export type OutputMatch = { readonly seq: number; readonly line: number; readonly text: string };

export type OutputSearchResult = {
  /** Newest command first; lines of one command in their order. */
  readonly matches: readonly OutputMatch[];
  /** Whether not everything was searched: go on with `next`. */
  readonly more: boolean;
  /** What the next request has to ask for in place of its `beforeSeq`, `seq` and `fromLine`. */
  readonly next?: SearchPlace;
  /** Where to go on in commands that have further matches than those of the answer. */
  readonly rest?: readonly SearchPlace[];
};

/** Asks the host for a part of the output of one command. */
export type AskOutput = (range: OutputRange & { readonly seq: number }) => Promise<OutputResult>;
