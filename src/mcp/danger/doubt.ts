/** The question that an agent gets back once, in place of a command that looks dangerous. */

import { dangerOf } from './danger.ts';

/** Undefined: it may run. */
export function doubtOf(commandLine: string, confirmed = false): string | undefined {
  const danger = confirmed ? undefined : dangerOf(commandLine);
  return danger === undefined
    ? undefined
    : `not run yet: it looks as if this ${danger}. If that is wanted, call again with confirm: true; if in doubt, ask the person you work for`;
}
