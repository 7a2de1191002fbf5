/** A finished or running command, with the field names that scripts and agents read; and the requests about records. */

import {
  answer,
  answers,
  flag,
  int,
  loose,
  nothing,
  number,
  onChannel,
  oneOf,
  optional,
  orElse,
  orNull,
  type Read,
  seq,
  string,
} from '../fields/parts.ts';
import { counts, where } from './command-output.ts';

/** Fields in which secrets were replaced on disk. */
const redactedField = oneOf(['cmd', 'stdout', 'printed_before']);
export type RedactedField = Read<typeof redactedField>;

/** What is told of a command beside its output and the notes about it. */
export const commandFacts = {
  /** Number of the command in its terminal; the count continues when the terminal is restored. */
  seq,
  cmd: string,
  /** `user:NAME` or `agent:HANDLE`. */
  writer: orNull(string),
  /** ISO 8601, UTC. */
  started_at: string,
  /** Null while the command runs, or when its end could not be written. */
  finished_at: orNull(string),
  duration_s: orNull(number()),
  exit: orNull(number()),
  killed_by_restart: flag,
  timed_out: flag,
  /**
   * True when the shell has ended with the command (`exit`, or a failure under `set -e`), with the same exit code: the terminal
   * is gone.
   */
  ended_terminal: optional(flag),
  /**
   * True if the command was reported by sequences without our secret, which any program can print: line and exit code may be
   * wrong.
   */
  unverified: optional(flag),
  /** A path, or a URI when it is on another machine. */
  cwd: orNull(string),
  /** The shell, user and machine that ran it, as far as they are not those of the terminal; absent for its own shell. */
  where: optional(where),
  /** `inside` while a shell that it has entered runs, with no exit code yet; `left` when that is over. */
  entered: optional(oneOf(['inside', 'left'])),
  command_id: string,
  /** Everything that was printed; absent in records of earlier versions. */
  counts: optional(counts),
  /** Characters cut from the end of `cmd`. */
  cmd_cut: number(),
  /** Fields in which secrets were replaced by `[redacted]`. */
  redacted: answers(redactedField),
  /** True when command line and output were removed on request; the record itself stays. */
  forgotten: optional(flag),
};

export const commandRecord = answer({
  ...commandFacts,
  /** Terminal text as received, colours included; only head and tail when it was long. */
  stdout: string,
  /** Always empty: a pty has one stream, so stderr of programs is part of `stdout`. */
  stderr: orElse(oneOf(['']), ''),
  /** Characters left out between head and tail. */
  omitted: number(),
  /**
   * Output of background jobs after the command before this one, as terminal text of at most 16 KiB. Absent if there was none.
   */
  printed_before: optional(string),
  /**
   * True for a record of `printed_before` alone, which was printed after the last command until the terminal ended: `cmd` is
   * empty.
   */
  no_command: optional(flag),
  /** What a person or an agent has noted about it, and who: `user:NAME` or `agent:HANDLE`. */
  note: optional(string),
  note_by: optional(string),
  bookmarked: optional(flag),
});
export type CommandRecord = Read<typeof commandRecord>;

/** Records, oldest first, the running command last; `more` when further records did not fit in the answer. */
const recordsResult = answer({
  records: answers(commandRecord),
  more: orElse(flag, false),
  /**
   * Output since the last command, as terminal text of at most 16 KiB; only with the newest record, and absent if there was none.
   */
  printedSince: optional(string),
});
export type RecordsResult = Read<typeof recordsResult>;

export const recordRequests = {
  'x-cotty/records': {
    params: loose({
      ...onChannel,
      /** Number of newest records; 1 when no field is given. */
      last: optional(int(1, 10_000)),
      /** Selects the records after this number, oldest first. */
      sinceSeq: optional(seq),
      /** Selects exactly this record. */
      seq: optional(seq),
    }),
    result: recordsResult,
    readOnly: true,
  },
  /**
   * What differs from the last run of the same command line in the same folder, in one line; null if the command still runs, or if
   * no other run is in the host's memory.
   */
  'x-cotty/difference': {
    params: loose({ ...onChannel, seq }),
    result: answer({ difference: orElse(orNull(string), null) }),
  },
  /** Removes command line and output of one record from memory and disk; the record itself stays. */
  'x-cotty/forget': { params: loose({ ...onChannel, seq }), result: nothing },
} as const;
