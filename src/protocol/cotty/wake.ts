/** Wake-ups: the watches of a subscriber, and the messages about finished commands. */

/** Conditions on a command; all that are given must hold. */
export type WatchFilter = {
  /** Selects commands that ended with a code other than 0, by a signal, or cut off. */
  readonly failed?: boolean;
  /** A pattern in RE2 syntax, searched in the command line and in the output without its escape sequences. */
  readonly matches?: string;
  /** Selects commands that ran at least this long. */
  readonly longerThanMs?: number;
  /** Selects one command; the watch ends with it. */
  readonly commandId?: string;
};

export type Watch = {
  /** `watch-N`, unique at the host. */
  readonly id: string;
  /** The subscriber: `user:NAME` or `agent:HANDLE`. */
  readonly subscriber: string;
  /** URI of the terminal, or the root channel for all terminals. */
  readonly channel: string;
  readonly filter: WatchFilter;
};

/** A message about one finished command, for one subscriber. */
export type Wake = {
  /** Number of this wake-up in the sequence of its subscriber, used as a cursor. */
  readonly n: number;
  readonly channel: string;
  /** Title of the terminal when the command ended. */
  readonly terminal: string;
  readonly seq: number;
  readonly command_id: string;
  readonly cmd: string;
  readonly writer: string | null;
  readonly finished_at: string;
  readonly duration_s: number;
  readonly exit: number | null;
  readonly timed_out: boolean;
  readonly killed_by_restart: boolean;
  /** The last lines of the output, as plain text. */
  readonly tail: readonly string[];
  /** The first line that looks like an error, or null. */
  readonly error_line: string | null;
};
