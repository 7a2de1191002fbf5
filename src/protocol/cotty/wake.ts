/** Wake-ups: who wants to hear of which finished commands, and what is told of one. */

/** All that is given must hold. */
export type WatchFilter = {
  /** Only commands that ended with another code than 0, by a signal, or cut off. */
  readonly failed?: boolean;
  /** RE2 syntax, searched in the command line and in the output without its escape sequences. */
  readonly matches?: string;
  /** Only commands that ran at least this long. */
  readonly longerThanMs?: number;
  /** Only this one; the watch ends with it. */
  readonly commandId?: string;
};

export type Watch = {
  /** `watch-N`, unique at the host. */
  readonly id: string;
  /** Who is woken: `user:NAME` or `agent:HANDLE`. */
  readonly subscriber: string;
  /** URI of the terminal, or the root channel for all of them. */
  readonly channel: string;
  readonly filter: WatchFilter;
};

/** One finished command, told to one subscriber. */
export type Wake = {
  /** Counts what this subscriber was told: the cursor. */
  readonly n: number;
  readonly channel: string;
  /** Title of the terminal at that moment. */
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
  /** The first line that looks like an error, where one does. */
  readonly error_line: string | null;
};
