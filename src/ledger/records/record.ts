/** The record of one command — the one internal shape; `command-record.ts` and `command-part.ts` map it for others. */

import type { RedactedField } from '../../protocol/cotty/command-record.ts';
import type { StoredOutput } from './bounded-output.ts';

/** What is known when a command begins. */
export type BegunCommand = {
  readonly commandId: string;
  readonly commandLine: string;
  /** Unix milliseconds. */
  readonly startedAt: number;
  /** `user:NAME` or `agent:HANDLE`. */
  readonly writer?: string;
  /** File URI. */
  readonly cwd?: string;
  readonly cols?: number;
  /** The marks around it were not ours. */
  readonly unverified?: boolean;
};

/** How a command ended. */
export type CommandEnd = {
  readonly finishedAt: number;
  readonly exitCode?: number;
  readonly timedOut?: boolean;
  /** The host ended while it ran. */
  readonly killedByRestart?: boolean;
};

export type LedgerRecord = BegunCommand &
  Partial<CommandEnd> & {
    /** Counts the commands of a terminal over all its lives. */
    readonly seq: number;
    /** Characters cut from the end of the command line. */
    readonly commandCut?: number;
    readonly output: StoredOutput;
    readonly redacted?: readonly RedactedField[];
    /** Command line and output were taken out on request. */
    readonly forgotten?: boolean;
  };
