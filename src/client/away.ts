/** Machines that cannot be reached, as a client of several hosts notes it of their terminals. */

import type { TerminalMeta } from '../protocol/cotty/cotty-meta.ts';

/** Begins `away` of a terminal whose machine is not tried again until a person answers something. */
export const NEEDS_YOU = 'needs you';

/** Why a terminal takes no input, as the rest of a sentence that begins with its machine; undefined while the machine is reached. */
export function awayWords({ away }: Partial<TerminalMeta>): string | undefined {
  if (away === undefined) return undefined;
  return away.startsWith(NEEDS_YOU) ? NEEDS_YOU : 'is not reachable';
}
