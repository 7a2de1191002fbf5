/** Translates the outcome of a command into the exit code of `cotty run` and a message. */

import { TURN_GIVEN_UP } from '../../../protocol/common/error-codes.ts';
import { INTERRUPTED } from '../../../protocol/common/exit-status.ts';
import type { CommandRecord } from '../../../protocol/cotty/command-record.ts';
import type { Turn } from '../../../protocol/cotty/cotty-requests.ts';
import { ExitCode } from '../../common/exit-code.ts';
import type { RunOutcome } from './followed-run.ts';

export type Said = { readonly code: number; readonly message?: string };

/** There is no message for a command that ended with an exit code of its own. */
export function saidOf(
  outcome: Exclude<RunOutcome, { kind: 'refused' }>,
  { title, timeoutMs = 0 }: { readonly title: string; readonly timeoutMs: number | undefined },
): Said {
  switch (outcome.kind) {
    case 'ended':
      if (outcome.endedTerminal === true) return goneWith(title, outcome.exitCode);
      return outcome.exitCode === undefined
        ? { code: ExitCode.lost, message: 'the shell did not report how the command ended' }
        : { code: outcome.exitCode };
    case 'killed-by-restart':
      return { code: ExitCode.lost, message: 'the host ended, and the command with it' };
    case 'terminal-ended':
      return goneWith(title, outcome.exitCode);
    case 'closed':
      return { code: ExitCode.lost, message: `the terminal "${title}" was closed` };
    case 'host-gone':
      return { code: ExitCode.lost, message: 'the host is gone; how the command ended is unknown' };
    case 'timed-out': {
      const message = `the command did not end within ${timeoutMs / 1000} s and keeps running in "${title}"`;
      return { code: ExitCode.timeout, message };
    }
    case 'left':
      return { code: INTERRUPTED, message: `the command keeps running in "${title}"` };
    case 'given-up':
      return { code: INTERRUPTED, message: TURN_GIVEN_UP };
  }
}

/** For a command that also ended its shell, such as `exit`, or a failure under `set -e`. */
function goneWith(title: string, exitCode: number | undefined): Said {
  const how = exitCode === undefined ? '' : ` with exit code ${exitCode}`;
  return {
    code: exitCode ?? ExitCode.lost,
    message: `the shell ended${how}: the terminal "${title}" is gone`,
  };
}

/** The exit code of `cotty wait` for a command that has ended. */
export function recordCode({ exit, killed_by_restart }: CommandRecord): number {
  return killed_by_restart ? ExitCode.lost : (exit ?? ExitCode.lost);
}

export function turnText(title: string, { before, busy }: Turn): string {
  const place = before === 0 ? 'it is next' : `${before} before it`;
  return `the command waits its turn in "${title}": ${place} (${busy})`;
}
