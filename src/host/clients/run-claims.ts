/**
 * Claims of terminals in which agents run commands: the agent holds the terminal during the run, and keeps it in the background
 * afterwards.
 */

import { agentSession } from '../../protocol/common/uri.ts';
import type { SessionClaim, TerminalClaim } from '../../protocol/terminal/state.ts';

/** Prefix of the tool call id in an explicit claim, which outlives runs. */
const CLAIMED = 'claim-';
/** Prefix of the tool call id in the claim of one run. */
const RUN = 'run-';

/** Returns the claim for a run; undefined if the agent already holds the terminal by an explicit claim. */
export function claimForRun(
  held: TerminalClaim,
  handle: string,
  toolCallId: string,
): SessionClaim | undefined {
  const session = agentSession(handle);
  if (held.kind === 'session' && held.session === session && held.toolCallId?.startsWith(CLAIMED) === true) {
    return undefined;
  }
  return { ...backgroundClaim(handle), toolCallId };
}

/** Returns the claim of an agent that keeps the terminal and runs nothing in it. */
export function backgroundClaim(handle: string): SessionClaim {
  return { kind: 'session', session: agentSession(handle), chat: `ahp-chat:/${handle}` };
}

/** Whether the claim is still the one that was made for this run. */
export function isClaimOfRun(claim: TerminalClaim, handle: string, toolCallId: string): boolean {
  if (claim.kind !== 'session') return false;
  return claim.session === agentSession(handle) && claim.toolCallId === toolCallId;
}

/** Returns the claim as it will be after the current run. */
export function claimAfterRun(claim: TerminalClaim): TerminalClaim {
  if (claim.kind !== 'session' || claim.toolCallId?.startsWith(RUN) !== true) return claim;
  const { toolCallId: _ended, ...kept } = claim;
  return kept;
}

/** Id of the claim for the `nth` run in a terminal. */
export function runClaimId(nth: number): string {
  return `${RUN}${nth}`;
}
