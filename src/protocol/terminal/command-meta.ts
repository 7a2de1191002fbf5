/** The metadata that cotty adds to a command part and to the actions that make one. */

import type { Annotation } from './annotation.ts';

/** Metadata of command parts and of `commandExecuted`/`commandFinished`. */
export type CommandMeta = Annotation & {
  /** Number of the command in its terminal, as in its record. */
  readonly seq?: number;
  /** The writer that ran the command: `user:NAME` or `agent:HANDLE`. */
  readonly writer?: string;
  /** File URI of the directory in which the command ran. */
  readonly cwd?: string;
  /** Width of the pty when the command ran: cursor movement in its output only makes sense at that width. */
  readonly cols?: number;
  /** True if the command was reported by a foreign integration (OSC 133), without our nonce. */
  readonly unverified?: boolean;
  /** True when nothing of it goes to disk: its line begins with a blank, and the shell's own history ignores such lines. */
  readonly unrecorded?: boolean;
  /** Everything the command printed, however much of it is kept; known when it has ended. */
  readonly counts?: OutputCounts;
  /** The text that was left out of `output` when the content was trimmed. */
  readonly omitted?: OmittedText;
  /**
   * Output of background jobs after the command before this one. Terminal text of whole lines, at most 16 KiB; if there was more,
   * its first line has the number of missing lines.
   */
  readonly before?: string;
  /**
   * True for a part without a command, which only has `before`: output of background jobs after the last command, when the
   * terminal ended.
   */
  readonly noCommand?: boolean;
  /** The shell that ran the command, if that is not the terminal's own one. */
  readonly where?: Where;
  /**
   * Present for a command that has started an inner shell. Its end is reported at the first prompt of that shell (`inside`), and
   * once more, with exit code and whole duration, when the command itself has ended (`left`).
   */
  readonly entered?: 'inside' | 'left';
  readonly timedOut?: boolean;
  /** True when the shell, and the terminal with it, has ended with the command: `exit`, or a failure under `set -e`. */
  readonly endedTerminal?: boolean;
  readonly killedByRestart?: boolean;
  /** True if command line and output were removed. In a `commandFinished`, the reducer removes them. */
  readonly forgotten?: boolean;
};

/** Where an inner shell runs, as reported by the shell: at most 64 characters on one line each. */
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
