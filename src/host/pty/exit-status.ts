/** The end of a terminal's program, as `terminal/exited` reports it. */

import { constants } from 'node:os';
import type { PtyExit } from './pty-port.ts';

export type ExitStatus = { readonly exitCode?: number };

/** `unsaid` if only the host ends: a pty at a client goes on. */
export type Ending = ExitStatus | 'unsaid';

export function exitStatus(exit: PtyExit): ExitStatus {
  // A signal is reported as shells do it.
  const exitCode = 'code' in exit ? exit.code : 128 + exit.signal;
  return exitCode === undefined ? {} : { exitCode };
}

/** Signals by which the end of the user's session, or of the machine, ends a program. */
const FROM_OUTSIDE: ReadonlySet<number> = new Set(
  (['SIGHUP', 'SIGKILL', 'SIGTERM'] as const).map((name) => constants.signals[name]),
);

/** Exit codes 129, 137 and 143 do not count: they may be those of the last command before `exit`. */
export function isFromOutside(exit: PtyExit): boolean {
  return 'signal' in exit && FROM_OUTSIDE.has(exit.signal);
}

type Ended = {
  /** A program was started instead of a shell. */
  readonly program: boolean;
  /** The shell has shown a prompt, or was given input. */
  readonly used: boolean;
};

/**
 * Returns how a shell died, as words after its name. Undefined if it was told to exit: its status is that of the last command
 * then.
 */
export function diedOf(exit: PtyExit, { program, used }: Ended): string | undefined {
  if (!('code' in exit)) return `was killed by ${signalName(exit.signal)}`;
  if (exit.code === undefined || exit.code === 0) return undefined;
  if (program) return `ended with ${exit.code}`;
  return used ? undefined : `ended with ${exit.code} as it started`;
}

function signalName(signal: number): string {
  const known = Object.entries(constants.signals).find(([, number]) => number === signal);
  return known?.[0] ?? `signal ${signal}`;
}

/** The end of a terminal: with `keep` it can be read for some minutes, with `purge` its record is deleted. */
export type End = {
  readonly ending?: Ending | undefined;
  readonly purge?: boolean;
  readonly keep?: boolean;
};
