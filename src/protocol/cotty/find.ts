/** Finding commands in all terminals and on the record, by what they are and what they printed. */

import {
  answer,
  answers,
  flag,
  loose,
  name,
  number,
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
import { MAX_PATTERN } from './command-output.ts';
import type { CommandFilter } from './filter/command-filter.ts';
import { recordedCommand } from './history.ts';

/** The commands of this terminal before this number, then the terminals after it. */
const place = loose({ terminal: uri, beforeSeq: seq });

const query = {
  /** Searched literally in command lines and in outputs as they read; with an empty text the filter alone decides. */
  text: text(MAX_PATTERN),
  ignoreCase: optional(flag),
  failed: optional(flag),
  folder: optional(text(MAX_PATTERN)),
  writer: optional(name),
  since: optional(number()),
  until: optional(number()),
  longerThanMs: optional(number(0)),
  exitCode: optional(number()),
  host: optional(text(MAX_PATTERN)),
  bookmarked: optional(flag),
  noted: optional(flag),
  /** URI of the terminal that is searched first. */
  first: optional(uri),
  /** Only the terminal `first`. */
  alone: optional(flag),
  /** The place at which an earlier answer said that the search continues. */
  from: optional(place),
};
const queryOnly = loose(query) satisfies Schema<CommandFilter>;
export type FindQuery = Read<typeof queryOnly>;

/** A line of an output, with the lines around it. Lines count from 1. */
const foundLine = answer({
  line: seq,
  text: string,
  before: optional(string),
  after: optional(string),
});
export type FoundLine = Read<typeof foundLine>;

const foundCommand = answer({
  ...recordedCommand,
  /** A line with the text that background jobs have printed before the command, while none ran. */
  printedBefore: optional(string),
  /** True where no command ran: it was printed after the last one until the terminal ended. */
  noCommand: optional(flag),
  lines: answers(foundLine),
  /** Whether its output has further lines with the text. */
  more: orElse(flag, false),
});
export type FoundCommand = Read<typeof foundCommand>;

/** Newest command first in each terminal; `next` is absent when all was searched. */
const findResult = answer({ commands: answers(foundCommand), next: optional(place) });
export type FindResult = Read<typeof findResult>;

export const findRequests = {
  /**
   * Commands by what they are and what they printed, in all terminals and on the record, as many as are found at once;
   * refused to agents and to those who only watch.
   */
  'x-cotty/find': { params: loose({ ...onRoot, ...query }), result: findResult },
} as const;
