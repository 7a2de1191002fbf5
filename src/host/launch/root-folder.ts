/** The root folder of a client, outside which it cannot start terminals: compared by real paths, with links resolved. */

import { realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { reasonOf } from '../../protocol/common/reason-of.ts';
import { type Directory, readDirectory } from './cwd.ts';

export type InRoot = Directory | { readonly ok: false; readonly error: string; readonly outside: true };

/** Returns the real path to start in, by default the root: a link could be changed after the check. */
export function inRoot(root: string, cwd: string | undefined): InRoot {
  const top = readDirectory(root);
  if (!top.ok) return { ok: false, error: `the root folder ${top.error}` };
  const wanted = cwd === undefined ? top : readDirectory(cwd);
  if (!wanted.ok) return wanted;
  const real = realPath(top.path);
  const path = realPath(wanted.path);
  if (!real.ok) return real;
  if (!path.ok) return path;
  if (
    path.path === real.path ||
    path.path.startsWith(real.path.endsWith(sep) ? real.path : real.path + sep)
  ) {
    return path;
  }
  const leads = path.path === wanted.path ? '' : ` (which leads to ${path.path})`;
  return { ok: false, outside: true, error: `${wanted.path}${leads} is outside the root folder ${root}` };
}

function realPath(path: string): Directory {
  try {
    return { ok: true, path: realpathSync(path) };
  } catch (error) {
    return { ok: false, error: reasonOf(error) };
  }
}
