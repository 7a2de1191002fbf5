/** A finished or running command, with the field names that scripts and agents read. */

import type { OutputCounts, Where } from '../terminal/command-meta.ts';

/** Fields in which secrets were replaced on disk. */
export type RedactedField = 'cmd' | 'stdout' | 'printed_before';

export type CommandRecord = {
  /** Number of the command in its terminal; the count continues when the terminal is restored. */
  readonly seq: number;
  readonly cmd: string;
  /** `user:NAME` or `agent:HANDLE`. */
  readonly writer: string | null;
  /** ISO 8601, UTC. */
  readonly started_at: string;
  /** Null while the command runs, or when its end could not be written. */
  readonly finished_at: string | null;
  readonly duration_s: number | null;
  readonly exit: number | null;
  /** Terminal text as received, colours included; only head and tail when it was long. */
  readonly stdout: string;
  /** Always empty: a pty has one stream, so stderr of programs is part of `stdout`. */
  readonly stderr: '';
  readonly killed_by_restart: boolean;
  readonly timed_out: boolean;
  /** True when the shell has ended with the command (`exit`, or a failure under `set -e`), with the same exit code: the terminal is gone. */
  readonly ended_terminal?: boolean;
  /** True when no secret mark told of the command, but one that any program can print: line and exit code may be wrong. */
  readonly unverified?: boolean;
  /** A path, or a URI when it is on another machine. */
  readonly cwd: string | null;
  /**
   * What background jobs printed after the command before this one, while none ran; terminal text, at most 16 KiB. Absent if
   * nothing was.
   */
  readonly printed_before?: string;
  /** The shell, user and machine that ran it, as far as they are not those of the terminal; absent for its own shell. */
  readonly where?: Where;
  /** `inside` while a shell that it has entered runs, with no exit code yet; `left` when that is over. */
  readonly entered?: 'inside' | 'left';
  readonly command_id: string;
  /** Characters left out between head and tail. */
  readonly omitted: number;
  /** Everything that was printed; absent in records of earlier versions. */
  readonly counts?: OutputCounts;
  /** Characters cut from the end of `cmd`. */
  readonly cmd_cut: number;
  /** Fields in which secrets were replaced by `[redacted]`. */
  readonly redacted: readonly RedactedField[];
  /** True when command line and output were removed on request; the record itself stays. */
  readonly forgotten?: boolean;
};

/** Whether the command has ended, known how or not. */
export function hasEnded({
  finished_at,
  killed_by_restart,
}: Pick<CommandRecord, 'finished_at' | 'killed_by_restart'>): boolean {
  return finished_at !== null || killed_by_restart;
}
