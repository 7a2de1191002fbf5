/** Which of the variables that a terminal was made with may be written down, to be there again after a restart. */

import { redact } from './redact.ts';

type Env = { readonly [name: string]: string };

/** Values are literal, so the name counts for more than in output: a secret may begin with a dollar sign. */
const SECRET_NAME = /pass|secret|token|key|credential|auth|cookie|private|session|salt|dsn/i;

/** UTF-16 units of names and values together; what comes beyond it is left out, as secrets are. */
const KEPT = 32 * 1024;

/** Undefined: nothing is left to keep. */
export function keptEnv(env: Env | undefined): Env | undefined {
  let room = KEPT;
  const kept = Object.entries(env ?? {}).filter(([name, value]) => {
    if (SECRET_NAME.test(name) || redact(value) !== value) return false;
    room -= name.length + value.length;
    return room >= 0;
  });
  return kept.length === 0 ? undefined : Object.fromEntries(kept);
}
