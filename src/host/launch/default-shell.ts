/** The shell of a terminal that names none: `$SHELL`, the shell of the user's account, or `/bin/sh`. */

import { userInfo } from 'node:os';
import type { Environment } from '../common/environment.ts';
import { findProgram } from '../pty/program-check.ts';

/** Skips a shell that is not installed. */
export function defaultShell(env: Environment, account: string | undefined = accountShell()): string {
  const wanted = [env['SHELL'], account].filter((shell) => shell !== undefined && shell !== '');
  return wanted.find((shell) => shell !== undefined && findProgram(shell, env['PATH'], '/').ok) ?? '/bin/sh';
}

function accountShell(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    // The user has no account entry, as in some containers.
    return undefined;
  }
}
