/** A finished command with its output, as it is compared with another one, exported and played. */

import type { OutputTimes } from '../protocol/common/output-times.ts';
import type { CommandRecord } from '../protocol/cotty/command-record.ts';
import type { Where } from '../protocol/terminal/command-meta.ts';

export type Run = {
  /** Name and URI of its terminal, and its number there. */
  readonly terminal: string;
  readonly uri: string;
  readonly seq: number;
  readonly commandLine: string;
  /** Unix milliseconds on the host's clock. */
  readonly startedAt: number;
  /** Absent when its end is not known. */
  readonly finishedAt?: number;
  readonly exitCode?: number;
  readonly timedOut?: boolean;
  readonly killedByRestart?: boolean;
  /** `user:NAME` or `agent:HANDLE`. */
  readonly writer?: string;
  /** A path, or a URI when it is on another machine. */
  readonly cwd?: string;
  /** The shell, user and machine that ran it, if that was not the terminal's own shell. */
  readonly where?: Where;
  /** Width of the pty when it ran. */
  readonly cols?: number;
  /** Terminal text as printed, colours included; secrets that are on the disk are redacted. */
  readonly output: string;
  /** Line ends of the output that are missing from `output`, and where: an offset in UTF-16 units. Absent for a whole output. */
  readonly missing?: { readonly at: number; readonly lines: number };
  /** When the output came, where that is known. Its text may have been redacted since: the lengths may differ. */
  readonly times?: OutputTimes;
  readonly note?: string;
  readonly bookmarked?: boolean;
};

/** Makes a run of a record; `output` replaces the bounded text of the record by a longer one. */
export function runOfRecord(
  record: CommandRecord,
  { terminal, uri }: Pick<Run, 'terminal' | 'uri'>,
  output: Pick<Run, 'output' | 'missing'> = { output: record.stdout },
): Run {
  const { seq, cmd, started_at, finished_at, exit, writer, cwd, where } = record;
  return {
    terminal,
    uri,
    seq,
    commandLine: cmd,
    startedAt: Date.parse(started_at),
    ...(finished_at === null ? {} : { finishedAt: Date.parse(finished_at) }),
    ...(exit === null ? {} : { exitCode: exit }),
    ...(record.timed_out ? { timedOut: true } : {}),
    ...(record.killed_by_restart ? { killedByRestart: true } : {}),
    ...(writer === null ? {} : { writer }),
    ...(cwd === null ? {} : { cwd }),
    ...(where === undefined ? {} : { where }),
    ...(record.note === undefined ? {} : { note: record.note }),
    ...(record.bookmarked === true ? { bookmarked: true } : {}),
    ...output,
  };
}
