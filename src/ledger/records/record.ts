/** The record of one shell command, the internal shape; `record-json.ts` and `command-part.ts` map it for others. */

import { isNoFailure } from '../../protocol/common/exit-status.ts';
import type { OutputTimes } from '../../protocol/common/output-times.ts';
import type { RedactedField } from '../../protocol/cotty/command-record.ts';
import type { Annotation } from '../../protocol/terminal/annotation.ts';
import type { OutputCounts, Where } from '../../protocol/terminal/command-meta.ts';
import type { StoredOutput } from './bounded-output.ts';

/** The part of a record that is known when the shell command begins. */
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
  /** True if the command was reported by a foreign shell integration. */
  readonly unverified?: boolean;
  /** True when it is kept in memory alone: the shell's own history ignores its line, which begins with a blank. */
  readonly unrecorded?: boolean;
  /** Text printed between the previous command and this one. */
  readonly before?: string;
  /** True when no command ran: the record holds what was printed after the last one (`before`) until the terminal ended. */
  readonly noCommand?: boolean;
  /** The shell that ran it, if that was not the terminal's own one. */
  readonly where?: Where;
};

/** The end of a shell command. */
export type CommandEnd = {
  readonly finishedAt: number;
  readonly exitCode?: number;
  readonly timedOut?: boolean;
  /** True when the terminal has ended with the command. */
  readonly endedTerminal?: boolean;
  /** True when the host ended before the command did. */
  readonly killedByRestart?: boolean;
  /** Whether the command has entered another shell (then it has no exit code yet), or has left that again. */
  readonly entered?: 'inside' | 'left';
};

export type LedgerRecord = BegunCommand &
  Partial<CommandEnd> &
  Annotation & {
    /** Sequence number of the command in its terminal; counting continues after a restart of the host. */
    readonly seq: number;
    /** Number of characters cut from the end of the command line. */
    readonly commandCut?: number;
    readonly output: StoredOutput;
    /** Everything that was printed; absent in records of earlier versions. */
    readonly counts?: OutputCounts;
    /** When the output came; absent in records of earlier versions, and where that is not known. */
    readonly times?: OutputTimes;
    readonly redacted?: readonly RedactedField[];
    /** True when command line and output were deleted on request. */
    readonly forgotten?: boolean;
  };

/** Whether a command has failed, as far as its end is known. A suspended one has not ended. */
export function hasFailed({ exitCode, killedByRestart, timedOut }: Partial<CommandEnd>): boolean {
  return (exitCode !== undefined && !isNoFailure(exitCode)) || killedByRestart === true || timedOut === true;
}
