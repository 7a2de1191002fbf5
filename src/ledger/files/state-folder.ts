/** The folder that holds this user's records. */

import { realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Environment = { readonly [name: string]: string | undefined };

/** `COTTY_STATE_DIR` is for a second host beside the usual one, mostly in tests. */
export function stateFolder(env: Environment): string {
  const own = env['COTTY_STATE_DIR'];
  if (own) return own;
  const xdg = env['XDG_STATE_HOME'];
  // Relative paths must be ignored, by the XDG specification.
  if (xdg && isAbsolute(xdg)) return join(xdg, 'cotty');
  return join(env['HOME'] || accountHome() || '/', '.local', 'state', 'cotty');
}

/** The folder of an account whose environment names no other one; undefined for a user id without an account. */
export function usualStateFolder(): string | undefined {
  const home = accountHome();
  return home === undefined ? undefined : stateFolder({ HOME: home });
}

/** Whether two paths mean the same folder. */
export function isSameFolder(one: string, other: string): boolean {
  return one === other || realPath(one) === realPath(other);
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // It does not exist, as that of a host that records nothing.
    return path;
  }
}

function accountHome(): string | undefined {
  try {
    return userInfo().homedir;
  } catch {
    // The user id has no entry in the password file, as in some containers.
    return undefined;
  }
}
