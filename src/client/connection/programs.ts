/** The programs of a host's terminals, by which a client knows after a lost connection whether they went on. */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TerminalMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { RootState } from '../../protocol/root/state.ts';

/** Process ids by the URI of their terminal; a host of another kind tells none. */
export type Programs = ReadonlyMap<string, number>;

export function programsOf({ terminals = [] }: RootState): Programs {
  const known = terminals.flatMap(({ resource, _meta }) => {
    const { pid } = cottyMeta<TerminalMeta>(_meta);
    return pid === undefined ? [] : [[resource, pid] as const];
  });
  return new Map(known);
}

/** Whether a program of before is still there, or there was none. */
export function wentOn(before: Programs, now: Programs): boolean {
  return before.size === 0 || [...before].some(([uri, pid]) => now.get(uri) === pid);
}
