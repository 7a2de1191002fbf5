/** The metadata that cotty adds to a command part and to the actions that make one. */

/** Metadata of command parts and of `commandExecuted`/`commandFinished`. */
export type CommandMeta = {
  /** The writer that ran the command: `user:NAME` or `agent:HANDLE`. */
  readonly writer?: string;
  /** File URI of the directory in which the command ran. */
  readonly cwd?: string;
  /** Width of the pty when the command ran: cursor movement in its output only makes sense at that width. */
  readonly cols?: number;
  /** True when the marks came from a foreign OSC 133 integration and carried no nonce of ours. */
  readonly unverified?: boolean;
  /** Characters cut from the head of the output when the content was trimmed. */
  readonly droppedChars?: number;
  readonly timedOut?: boolean;
  readonly killedByRestart?: boolean;
  /** True when command line and output were removed; in a `commandFinished`, tells the reducer to remove them. */
  readonly forgotten?: boolean;
};
