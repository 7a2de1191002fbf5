/** Finding commands in all terminals and on the record, by what they are and what they printed. */

import type { CommandFilter } from './filter/command-filter.ts';

export type FindQuery = CommandFilter & {
  /** Searched literally in command lines and in outputs as they read; with an empty text the filter alone decides. */
  readonly text: string;
  readonly ignoreCase?: boolean;
  /** URI of the terminal that is searched first. */
  readonly first?: string;
  /** Only the terminal `first`. */
  readonly alone?: boolean;
  /** Where an earlier answer said that the search goes on. */
  readonly from?: FindPlace;
};

/** The commands of this terminal before this number, then the terminals after it. */
export type FindPlace = { readonly terminal: string; readonly beforeSeq: number };

/** A line of an output, with the lines around it. Lines count from 1. */
export type FoundLine = {
  readonly line: number;
  readonly text: string;
  readonly before?: string;
  readonly after?: string;
};

export type FoundCommand = {
  /** URI and name of its terminal, and whether that is open. */
  readonly terminal: string;
  readonly name: string;
  readonly open: boolean;
  readonly seq: number;
  readonly commandId: string;
  readonly commandLine: string;
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** Absent while it runs. */
  readonly finishedAt?: number;
  readonly exitCode?: number;
  readonly writer?: string;
  /** File URI. */
  readonly cwd?: string;
  /** A line with the text that background jobs have printed before the command, while none ran. */
  readonly printedBefore?: string;
  readonly lines: readonly FoundLine[];
  /** Whether its output has further lines with the text. */
  readonly more: boolean;
};

/** Newest command first in each terminal; `next` is absent when all was searched. */
export type FindResult = { readonly commands: readonly FoundCommand[]; readonly next?: FindPlace };
