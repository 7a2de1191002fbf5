/** A finished or running command under the names that scripts and agents read. */

/** Fields in which secrets were replaced on disk. */
export type RedactedField = 'cmd' | 'stdout';

export type CommandRecord = {
  /** Counts the commands of a terminal over all its lives. */
  readonly seq: number;
  readonly cmd: string;
  /** `user:NAME` or `agent:HANDLE`. */
  readonly writer: string | null;
  /** ISO 8601, UTC. */
  readonly started_at: string;
  /** Null: it still runs, or its end could not be written. */
  readonly finished_at: string | null;
  readonly duration_s: number | null;
  readonly exit: number | null;
  /** Terminal text as it was received, colours included; head and tail where it was long. */
  readonly stdout: string;
  /** Always empty: a pty has one stream, so what programs write to stderr is part of `stdout`. */
  readonly stderr: '';
  readonly killed_by_restart: boolean;
  readonly timed_out: boolean;
  /** A path, or a URI where it is none of this machine. */
  readonly cwd: string | null;
  readonly command_id: string;
  /** Characters left out between head and tail. */
  readonly omitted: number;
  /** Characters cut from the end of `cmd`. */
  readonly cmd_cut: number;
  /** Fields in which secrets were replaced by `[redacted]`. */
  readonly redacted: readonly RedactedField[];
  /** Command line and output were taken out on request; that it ran stays. */
  readonly forgotten?: boolean;
};
