/** Which shell a terminal runs when nobody says: the session's, the account's, or the one that is always there. */

import { userInfo } from 'node:os';
import type { Environment } from '../ground/environment.ts';
import { findProgram } from '../pty/program-check.ts';

/** One that is no longer installed is passed over. */
export function defaultShell(env: Environment, account: string | undefined = accountShell()): string {
  const wanted = [env['SHELL'], account].filter((shell) => shell !== undefined && shell !== '');
  return wanted.find((shell) => shell !== undefined && findProgram(shell, env['PATH'], '/').ok) ?? '/bin/sh';
}

function accountShell(): string | undefined {
  try {
    return userInfo().shell ?? undefined;
  } catch {
    // A user without an entry, as in some containers.
    return undefined;
  }
}
