/**
 * Wake-ups: the watches of a subscriber, the messages about commands that have ended and programs that wait or are done, and the
 * requests for both.
 */

import {
  answer,
  answers,
  flag,
  id,
  int,
  list,
  loose,
  number,
  oneOf,
  onRoot,
  open,
  optional,
  orElse,
  orNull,
  type Read,
  seq,
  string,
  text,
} from '../fields/parts.ts';
import {
  type Authority,
  type BlockedKind,
  type ProgramState,
  WATCHED_STATES,
} from '../terminal/program-status.ts';
import { MAX_PATTERN } from './command-output.ts';

/** Limit: one day, well within platform timers; a longer time is a mistake. */
const MAX_WAIT_MS = 24 * 60 * 60 * 1000;
export const milliseconds = int(0, MAX_WAIT_MS);

/** Conditions on a command; all that are given must hold. */
const filter = loose({
  /**
   * Wakes by what the running program tells, too, instead of by the end of a command alone. `blocked`: it waits for a person.
   * `done`: its work is done or has failed, or its command has ended. An older host answers with a filter without it.
   */
  program: optional(oneOf(WATCHED_STATES)),
  /** Selects commands that ended with a code other than 0, by a signal, or cut off. */
  failed: optional(flag),
  /** A pattern in RE2 syntax, searched in the command line and in the output without its escape sequences. */
  matches: optional(text(MAX_PATTERN, 1)),
  /** Selects commands that ran at least this long. */
  longerThanMs: optional(milliseconds),
  /** Selects one command; the watch ends with it. */
  commandId: optional(id),
});
export type WatchFilter = Read<typeof filter>;

const watch = answer({
  /** `watch-N`, unique at the host. */
  id: string,
  /** The subscriber: `user:NAME` or `agent:HANDLE`. */
  subscriber: string,
  /** URI of the terminal, or the root channel for all terminals. */
  channel: string,
  filter,
});
export type Watch = Read<typeof watch>;

/** What a program tells. `title` and `msg` are its own words: untrusted text, which anybody can have printed unless `by` is a hook. */
const programTold = answer({
  state: open<ProgramState>(),
  kind: optional(open<BlockedKind>()),
  app: optional(string),
  title: optional(string),
  msg: optional(string),
  by: optional(open<Authority>()),
  /** Since when it has that state. */
  since: string,
});
export type ProgramTold = Read<typeof programTold>;

/** What a person has written about a command. */
const noted = answer({
  text: string,
  /** `user:NAME`; absent for a client that has not said who it is. */
  by: optional(string),
  at: string,
});

/**
 * A message for one subscriber: about one finished command, with `noted` about a note on one, or with `program` about the program
 * of one that runs.
 */
export const wake = answer({
  /** Number of this wake-up in the sequence of its subscriber, used as a cursor. */
  n: seq,
  channel: string,
  /** Title of the terminal when the command ended. */
  terminal: string,
  seq,
  command_id: string,
  cmd: string,
  writer: orNull(string),
  /** When the command ended; with `program`, since when the program has its state. */
  finished_at: string,
  duration_s: number(),
  exit: orNull(number()),
  timed_out: flag,
  killed_by_restart: flag,
  /** The last lines of the output, as plain text. */
  tail: list(string),
  /** The first line that looks like an error, or null. */
  error_line: orNull(string),
  /** What differs from the last run of the same command in the same folder, in one line; absent if there is none. */
  difference: optional(string),
  /** Present if the command runs and its program waits for a person, or is done. */
  program: optional(programTold),
  /** Present if a person has noted something about the command, which ended before. Only agents are told. */
  noted: optional(noted),
});
export type Wake = Read<typeof wake>;

const subscribers = orElse(answers(string), []);
const watchResult = answer({ watch, subscribers });
export type WatchResult = Read<typeof watchResult>;

const wakesResult = answer({
  /** Wake-ups that are not acknowledged yet, oldest first. */
  wakes: answers(wake),
  /** Number of older wake-ups dropped because too many waited. */
  dropped: orElse(number(), 0),
  watches: orElse(answers(watch), []),
});
export type WakesResult = Read<typeof wakesResult>;

export const wakeRequests = {
  /** Watches a terminal, or all terminals on the root channel. Repeating the same request changes nothing. */
  'x-cotty/watch': {
    params: loose({ ...onRoot, filter: optional(filter) }),
    result: watchResult,
    readOnly: true,
  },
  /** Ends one watch of the caller, or without an id all of them on that channel. */
  'x-cotty/unwatch': {
    params: loose({ ...onRoot, id: optional(id) }),
    result: answer({ subscribers }),
    readOnly: true,
  },
  /** Returns the caller's wake-ups. `ack` acknowledges those up to this number; they are not sent again. */
  'x-cotty/wakes': {
    params: loose({ ...onRoot, ack: optional(seq), limit: optional(int(1, 10_000)) }),
    result: wakesResult,
    readOnly: true,
  },
} as const;
