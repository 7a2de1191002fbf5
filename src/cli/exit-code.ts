/** Exit codes of every subcommand; `--help` prints this table. */

export const ExitCode = { ok: 0, failure: 1, usage: 2, noTerminal: 3, noHost: 4 } as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [ExitCode.ok, 'done'],
  [ExitCode.failure, 'failed; the message says why'],
  [ExitCode.usage, 'wrong arguments, or not run in a terminal'],
  [ExitCode.noTerminal, 'no terminal of that name, or more than one'],
  [ExitCode.noHost, 'no host is running, or it cannot be reached'],
];
