/** Exit codes of every subcommand; `--help` prints this table. */

export const ExitCode = {
  ok: 0,
  failure: 1,
  usage: 2,
  noTerminal: 3,
  noHost: 4,
  // Codes that timeout(1) and similar programs use for themselves, so that they differ from the codes of commands.
  lost: 123,
  timeout: 124,
  refused: 125,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

export const exitCodeMeanings: readonly (readonly [ExitCode, string])[] = [
  [ExitCode.ok, 'done'],
  [ExitCode.failure, 'failed; the message says why'],
  [ExitCode.failure, 'diff, play: something differs that is not masked, or (play) a step did not end or run'],
  [
    ExitCode.usage,
    'wrong arguments, no terminal to open the window in, or (run) the shell cannot parse the command',
  ],
  [ExitCode.usage, 'diff: one of the runs is not found'],
  [ExitCode.noTerminal, 'no terminal has that name, or more than one has it'],
  [ExitCode.noHost, 'no host is running, or it cannot be reached'],
  [ExitCode.lost, 'run, wait: the command was cut off, how it ended is unknown, or it was never in STATE'],
  [ExitCode.timeout, 'run, wait: the command did not end within --timeout; it keeps running'],
  [ExitCode.refused, 'run, send: refused, because the terminal is busy or someone else holds it'],
];
