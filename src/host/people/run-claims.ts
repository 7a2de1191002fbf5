/** What a run does to the claim of its terminal: the agent holds it for the run, and keeps it in the background after. */

import { agentSession } from '../../protocol/common/uri.ts';
import type { SessionClaim, TerminalClaim } from '../../protocol/terminal/state.ts';

/** Of an explicit claim, which outlives runs. */
const CLAIMED = 'claim-';

/** Undefined: it holds it explicitly, and that is more. */
export function claimForRun(
  held: TerminalClaim,
  handle: string,
  toolCallId: string,
): SessionClaim | undefined {
  const session = agentSession(handle);
  if (held.kind === 'session' && held.session === session && held.toolCallId?.startsWith(CLAIMED) === true) {
    return undefined;
  }
  return { ...inBackground(handle), toolCallId };
}

export function inBackground(handle: string): SessionClaim {
  return { kind: 'session', session: agentSession(handle), chat: `ahp-chat:/${handle}` };
}

/** Still the one that was made for the run: nobody has taken it over, or changed it, since. */
export function isClaimOfRun(claim: TerminalClaim, handle: string, toolCallId: string): boolean {
  if (claim.kind !== 'session') return false;
  return claim.session === agentSession(handle) && claim.toolCallId === toolCallId;
}
