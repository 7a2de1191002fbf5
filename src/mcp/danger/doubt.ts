/** The question that an agent gets once, instead of running a command that looks dangerous. */

import { dangerOf } from '../../shell/danger/danger.ts';

/** Returns undefined if the command may run. */
export function doubtOf(commandLine: string, confirmed = false): string | undefined {
  const danger = confirmed ? undefined : dangerOf(commandLine);
  return danger === undefined
    ? undefined
    : `not run yet: it looks as if this command ${danger}. If you want that, call again with confirm: true. If in doubt, ask the person you work for`;
}
