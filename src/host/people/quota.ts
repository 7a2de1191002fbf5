/** How many terminals there may be: in all, and for one holder. */

import type { TerminalClaim } from '../../protocol/terminal/state.ts';
import type { LimitName, Limits } from '../ground/limits.ts';

/** Why there is no room for one more with that claim; undefined: there is. */
export function overQuota(
  claim: TerminalClaim,
  held: readonly TerminalClaim[],
  limits: Limits,
): string | undefined {
  if (held.length >= limits.terminals) {
    return `there are ${limits.terminals} terminals already, no more are possible: ${wayOut('terminals')}`;
  }
  const name = claim.kind === 'client' ? 'clientTerminals' : 'sessionTerminals';
  const most = limits[name];
  const own = held.filter((other) => isSameHolder(other, claim)).length;
  if (own < most) return undefined;
  const who = claim.kind === 'client' ? 'this client' : claim.session;
  return `${who} holds ${most} terminals already, no more are possible: ${wayOut(name)}`;
}

/** Which limit it is, and how a person changes it. */
function wayOut(name: LimitName): string {
  return `dispose of one first, or start the host with --limits ${name}=N`;
}

function isSameHolder(one: TerminalClaim, other: TerminalClaim): boolean {
  if (one.kind === 'client') return other.kind === 'client' && one.clientId === other.clientId;
  return other.kind === 'session' && one.session === other.session;
}
