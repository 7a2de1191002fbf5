/** Command lines of before, from the record of all terminals and the history file of the shell; and whether words are commands. */

import {
  answer,
  answers,
  flag,
  int,
  loose,
  number,
  onChannel,
  optional,
  orElse,
  type Read,
  seq,
  string,
  text,
} from '../fields/parts.ts';
import { MAX_COMMANDS, MAX_PATTERN } from './command-output.ts';

/** UTF-16 units of the beginning of a command line. */
const MAX_LINE = 64 * 1024;

const pastLine = answer({
  line: string,
  /** Unix milliseconds, where it is known. */
  at: optional(number()),
  exitCode: optional(number()),
  /** File URI. */
  cwd: optional(string),
});
export type PastLine = Read<typeof pastLine>;

/** Newest first, those of the terminal's folder before all others, each line once. */
const pastResult = answer({ lines: answers(pastLine), more: orElse(flag, false) });
export type PastResult = Read<typeof pastResult>;

const query = {
  /** Only longer lines that begin with this text. */
  prefix: optional(text(MAX_LINE)),
  /** Only lines with all of these words, in any order; case matters only if the text has capitals. */
  words: optional(text(MAX_PATTERN)),
  /** Number of lines to leave out, for the next page. */
  skip: optional(seq),
  limit: optional(int(1, MAX_COMMANDS)),
};
const queryOnly = loose(query);
export type PastQuery = Read<typeof queryOnly>;

export const pastRequests = {
  /**
   * Command lines of before, for the line editor of a person: from the record of all terminals and the history file of the
   * terminal's shell. Refused to agents and to those who only watch.
   */
  'x-cotty/past': { params: loose({ ...onChannel, ...query }), result: pastResult },
} as const;
