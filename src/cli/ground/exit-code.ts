/** Exit codes of every subcommand; `--help` prints this table. */

export const ExitCode = {
  ok: 0,
  failure: 1,
  usage: 2,
  noTerminal: 3,
  noHost: 4,
  // Beside the codes of commands: those that timeout(1) and its like use for themselves.
  lost: 123,
  timeout: 124,
  refused: 125,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [ExitCode.ok, 'done'],
  [ExitCode.failure, 'failed; the message says why'],
  [ExitCode.usage, 'wrong arguments, or not run in a terminal'],
  [ExitCode.noTerminal, 'no terminal of that name, or more than one'],
  [ExitCode.noHost, 'no host is running, or it cannot be reached'],
  [ExitCode.lost, 'run, wait: the command was cut off, or how it ended is not known'],
  [ExitCode.timeout, 'run, wait: not ended within --timeout; the command goes on'],
  [ExitCode.refused, 'run, send: refused, because the terminal is busy or somebody else holds it'],
];
