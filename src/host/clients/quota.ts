/** Limits of the number of terminals, in all and per holder. */

import type { TerminalClaim } from '../../protocol/terminal/state.ts';
import type { LimitName, Limits } from '../common/limits.ts';

/** Returns why no other terminal with this claim may be created, or undefined. */
export function overQuota(
  claim: TerminalClaim,
  held: readonly TerminalClaim[],
  limits: Limits,
): string | undefined {
  if (held.length >= limits.terminals) {
    return `the host has ${limits.terminals} terminals already, which is the limit: ${wayOut('terminals')}`;
  }
  const name = claim.kind === 'client' ? 'clientTerminals' : 'sessionTerminals';
  const most = limits[name];
  const own = held.filter((other) => isSameHolder(other, claim)).length;
  if (own < most) return undefined;
  const who = claim.kind === 'client' ? 'this client' : claim.session;
  return `${who} holds ${most} terminals already, which is the limit: ${wayOut(name)}`;
}

/** Says how to get below the limit or raise it. */
function wayOut(name: LimitName): string {
  return `close one first, or start the host with --limits ${name}=N`;
}

function isSameHolder(one: TerminalClaim, other: TerminalClaim): boolean {
  if (one.kind === 'client') return other.kind === 'client' && one.clientId === other.clientId;
  return other.kind === 'session' && one.session === other.session;
}
