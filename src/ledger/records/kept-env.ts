/** Selects the environment variables of a terminal that may be stored on disk, to restore them after a restart. */

import { redact } from '../../protocol/common/redact.ts';

type Env = { readonly [name: string]: string };

/** Broader than the names in `redact`, which skips values that begin with `$` as references; the values here are literal. */
const SECRET_NAME =
  /pass|secret|token|key|credential|auth|cookie|private|session|salt|dsn|(?:^|_)pw(?:_|$)|_pwd(?:_|$)/i;

/** Limit of names and values together, in UTF-16 units; variables beyond it are left out, like secrets. */
const KEPT = 32 * 1024;

/** Returns undefined when no variable may be stored. */
export function keptEnv(env: Env | undefined): Env | undefined {
  let room = KEPT;
  const kept = Object.entries(env ?? {}).filter(([name, value]) => {
    if (SECRET_NAME.test(name) || redact(value) !== value) return false;
    room -= name.length + value.length;
    return room >= 0;
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
