/** The folder that holds this user's records. */

import { isAbsolute, join } from 'node:path';

type Environment = { readonly [name: string]: string | undefined };

/** `COTTY_STATE_DIR` is for a second host beside the usual one, mostly in tests. */
export function stateFolder(env: Environment): string {
  const own = env['COTTY_STATE_DIR'];
  if (own) return own;
  const xdg = env['XDG_STATE_HOME'];
  // Relative paths must be ignored, by the XDG specification.
  if (xdg && isAbsolute(xdg)) return join(xdg, 'cotty');
  return join(env['HOME'] || '/', '.local', 'state', 'cotty');
}
