/** The metadata that cotty adds to a command part and to the actions that make one. */

/** Metadata of command parts and of `commandExecuted`/`commandFinished`. */
export type CommandMeta = {
  /** Number of the command in its terminal, as in its record. */
  readonly seq?: number;
  /** The writer that ran the command: `user:NAME` or `agent:HANDLE`. */
  readonly writer?: string;
  /** File URI of the directory in which the command ran. */
  readonly cwd?: string;
  /** Width of the pty when the command ran: cursor movement in its output only makes sense at that width. */
  readonly cols?: number;
  /** True when the marks came from a foreign OSC 133 integration and carried no nonce of ours. */
  readonly unverified?: boolean;
  /** True when nothing of it goes to disk: its line begins with a blank, and the shell's own history ignores such lines. */
  readonly unrecorded?: boolean;
  /** Everything the command printed, however much of it is kept; known when it has ended. */
  readonly counts?: OutputCounts;
  /** The text that was left out of `output` when the content was trimmed. */
  readonly omitted?: OmittedText;
  /**
   * What was printed while no command ran, after the command before this one: the output of background jobs. Terminal text of
   * whole lines, at most 16 KiB; where more was printed, its first line says how many are missing.
   */
  readonly before?: string;
  /**
   * True for a part that stands for no command, and has `before` alone: what background jobs had printed after the last command
   * when the terminal ended.
   */
  readonly noCommand?: boolean;
  /** The shell that ran the command, if that is not the terminal's own one. */
  readonly where?: Where;
  /**
   * Present for a command that has entered another shell: its end is told when that shell comes to its first prompt (`inside`),
   * and once more, with exit code and whole duration, when the command itself has ended (`left`).
   */
  readonly entered?: 'inside' | 'left';
  readonly timedOut?: boolean;
  /** True when the shell, and the terminal with it, has ended with the command: `exit`, or a failure under `set -e`. */
  readonly endedTerminal?: boolean;
  readonly killedByRestart?: boolean;
  /** True when command line and output were removed; in a `commandFinished`, tells the reducer to remove them. */
  readonly forgotten?: boolean;
};

/** A shell inside the terminal's own one. Each name is what the shell says of itself: at most 64 characters on one line. */
export type Where = {
  /** `fish`; absent for a shell that does not say it. */
  readonly shell?: string;
  /** Its user, if that is not the host's. */
  readonly user?: string;
  /** Its machine or container, if that is not the host's. */
  readonly host?: string;
};

/** Metadata of `terminal/data` to a client that acknowledges output and is behind: the text that was left out before `data`. */
export type DataMeta = { readonly omitted?: Omit<OmittedText, 'at'> };

export type OutputCounts = {
  /** Line ends, and one more for text after the last of them. */
  readonly lines: number;
  /** As UTF-8. */
  readonly bytes: number;
  /** In UTF-16 units. */
  readonly chars: number;
};

/** One gap in an output. Text before `at` is its beginning as printed, text from `at` on its end. */
export type OmittedText = {
  /** Offset in the part's `output`; 0 when the head is missing. */
  readonly at: number;
  /** In UTF-16 units. */
  readonly chars: number;
  /** Line ends in the missing text. */
  readonly lines: number;
};
