/** What cotty adds to a command part and to the actions that make one. */

/** On command parts and on `commandExecuted`/`commandFinished`. */
export type CommandMeta = {
  /** Who ran it: `user:NAME` or `agent:HANDLE`. */
  readonly writer?: string;
  /** File URI of the directory it ran in. */
  readonly cwd?: string;
  /** Width of the pty when it ran: cursor movement in its output only makes sense at that width. */
  readonly cols?: number;
  /** True when the marks came from somebody else's OSC 133 and carried no nonce of ours. */
  readonly unverified?: boolean;
  /** Characters cut from the head of the output when the content was trimmed. */
  readonly droppedChars?: number;
  readonly timedOut?: boolean;
  readonly killedByRestart?: boolean;
  /** Command line and output were taken out: on a `commandFinished` that says so, they go. */
  readonly forgotten?: boolean;
};
