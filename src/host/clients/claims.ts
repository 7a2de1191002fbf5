/** The rules of who may do what to a terminal, as pure functions of its claim (AHP §9.4). */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { ReleaseMeta, TakeOverMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { ClaimedAction } from '../../protocol/terminal/actions.ts';
import type { TerminalClaim, TerminalState } from '../../protocol/terminal/state.ts';

/** A connected client: a person, unless `agent` is set. */
export type Actor = {
  readonly clientId: string;
  readonly agent?: string;
  /** Sessions that the client speaks for. */
  readonly sessions: ReadonlySet<string>;
};

/** Facts about the other clients that the rules need. */
export type Holders = {
  isConnected(claim: TerminalClaim): boolean;
  /** Whether the connected holder is the same person with another clientId, such as a script of the user of a window. */
  isSamePerson(clientId: string, claim: TerminalClaim): boolean;
  /** Name of the holder, for messages. */
  nameOf(claim: TerminalClaim): string;
};

export type Verdict = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const yes: Verdict = { ok: true };

export function holderId(claim: TerminalClaim): string {
  return claim.kind === 'client' ? claim.clientId : claim.session;
}

export function isHolder(actor: Actor, claim: TerminalClaim): boolean {
  return claim.kind === 'client' ? claim.clientId === actor.clientId : actor.sessions.has(claim.session);
}

/** Decides about an action that a client dispatches to a terminal whose pty runs here. */
export function mayDispatch(
  actor: Actor,
  state: TerminalState,
  action: Action | UnknownAction,
  holders: Holders,
  /** Whether a command runs or is about to begin. */
  busy = false,
): Verdict {
  switch (action.type) {
    case 'terminal/input':
      return state.lifecycle.status === 'exited'
        ? no('the terminal has exited')
        : mustHoldOrBeSamePerson(actor, state.claim, holders);
    case 'terminal/resized':
      return state.lifecycle.status === 'exited'
        ? no('the terminal has exited')
        : mustHold(actor, state.claim, holders);
    case 'terminal/cleared':
    case 'terminal/titleChanged':
      return mustHoldOrBeSamePerson(actor, state.claim, holders);
    case 'terminal/claimed':
      return mayClaim(actor, state.claim, action, busy, holders);
    default:
      return no(`${action.type} is not for clients to dispatch`);
  }
}

/**
 * Returns the action to apply for an allowed one: if a session releases a terminal, it goes back to the client that had it
 * before.
 */
export function released<A extends Action>(
  actor: Actor,
  claim: TerminalClaim,
  action: A,
  lender: TerminalClaim | undefined,
): A | ClaimedAction {
  if (action.type !== 'terminal/claimed' || lender === undefined || claim.kind !== 'session') return action;
  const { release } = cottyMeta<ReleaseMeta>(action._meta);
  return release === true && isHolder(actor, claim) ? { type: action.type, claim: lender } : action;
}

/** Decides about the claim with which a client creates a terminal. */
export function mayCreate(actor: Actor, claim: TerminalClaim): Verdict {
  if (claim.kind === 'client') {
    return claim.clientId === actor.clientId
      ? yes
      : no('a client can claim a terminal only for its own clientId');
  }
  return actor.agent === undefined || actor.sessions.has(claim.session)
    ? yes
    : no(`agent ${actor.agent} does not speak for ${claim.session}`);
}

/**
 * Decides about closing a terminal. A person may close any. An agent may close a terminal that it created, and one that another
 * agent created if it holds that or the holder is not connected; never one that a person created, even if it holds it.
 */
export function mayDispose(
  { actor, createdBy }: { readonly actor: Actor; readonly createdBy: string | undefined },
  claim: TerminalClaim,
  holders: Holders,
): Verdict {
  const { agent } = actor;
  if (agent === undefined || createdBy === `agent:${agent}`) return yes;
  if (createdBy?.startsWith('agent:') !== true) {
    return no(
      `${createdBy ?? 'a person'} made this terminal: agents can only close terminals that agents made`,
    );
  }
  return isHolder(actor, claim) || !holders.isConnected(claim) ? yes : refusedHeld(claim, holders);
}

export type RequestVerdict =
  /** `takesClaim`: the agent becomes the holder, or stays it. */
  { readonly ok: true; readonly takesClaim: boolean } | { readonly ok: false; readonly reason: string };

/**
 * Decides about input and commands that come as a request (`x-cotty/type`, `x-cotty/run`) and not from the holder's window.
 * Anybody may use a free terminal: an agent becomes its holder, a person leaves the claim as it is. A person may also type into a
 * terminal that they hold with another clientId.
 */
export function mayTypeByRequest(
  actor: Actor,
  claim: TerminalClaim,
  busy: boolean,
  holders: Holders,
): RequestVerdict {
  const { agent } = actor;
  if (isHolder(actor, claim)) return { ok: true, takesClaim: agent !== undefined };
  if (isFree(actor, claim, busy, holders)) return { ok: true, takesClaim: agent !== undefined };
  if (agent === undefined && holders.isSamePerson(actor.clientId, claim))
    return { ok: true, takesClaim: false };
  return { ok: false, reason: `${holders.nameOf(claim)} holds this terminal` };
}

/**
 * Whether the terminal is free: its holder is not connected, or keeps it in the background and runs nothing. For an agent, it is
 * not free while a command runs that a disconnected person has started.
 */
function isFree({ agent }: Actor, claim: TerminalClaim, busy: boolean, holders: Holders): boolean {
  if (!holders.isConnected(claim)) return agent === undefined || claim.kind === 'session' || !busy;
  return isBackground(claim) && !busy;
}

/** Whether a session keeps the terminal in the background, where it runs nothing and other agents may take it. */
function isBackground(claim: TerminalClaim): boolean {
  return claim.kind === 'session' && claim.toolCallId === undefined;
}

/** Allows the holder only. */
export function mustHold(actor: Actor, claim: TerminalClaim, holders: Holders): Verdict {
  return isHolder(actor, claim) ? yes : refusedHeld(claim, holders);
}

/** Allows the holder, also an agent, and every client of the person who holds it: two windows may type at once. */
function mustHoldOrBeSamePerson(actor: Actor, claim: TerminalClaim, holders: Holders): Verdict {
  return isSamePerson(actor, claim, holders) ? yes : mustHold(actor, claim, holders);
}

function isSamePerson({ agent, clientId }: Actor, claim: TerminalClaim, holders: Holders): boolean {
  return agent === undefined && claim.kind === 'client' && claim.clientId !== clientId
    ? holders.isSamePerson(clientId, claim)
    : false;
}

function mayClaim(
  actor: Actor,
  claim: TerminalClaim,
  action: ClaimedAction,
  busy: boolean,
  holders: Holders,
): Verdict {
  const next = action.claim;
  const { takeOverFrom } = cottyMeta<TakeOverMeta>(action._meta);
  if (isHolder(actor, claim)) {
    return next.kind === 'session' || isHolder(actor, next)
      ? yes
      : no('the holder can hand a terminal over to a session only; other clients take it themselves');
  }
  // An agent may not narrow the claim of another session to the background: it could take the terminal then.
  if (actor.agent === undefined && isNarrowing(claim, next)) return yes;
  if (!isHolder(actor, next))
    return no(`only ${holders.nameOf(claim)}, who holds this terminal, can hand it over`);
  // It does not matter which window of a person has the claim.
  if (isSamePerson(actor, claim, holders)) return yes;
  if (takeOverFrom !== undefined && takeOverFrom !== holderId(claim)) return refusedHeld(claim, holders);
  const isPerson = actor.agent === undefined;
  const isOpen = isPerson
    ? takeOverFrom !== undefined || !holders.isConnected(claim)
    : isFree(actor, claim, busy, holders);
  return isOpen ? yes : refusedHeld(claim, holders);
}

/** Whether the session keeps its claim and only ends its run. */
function isNarrowing(claim: TerminalClaim, next: TerminalClaim): boolean {
  return (
    claim.kind === 'session' &&
    next.kind === 'session' &&
    claim.session === next.session &&
    next.turnId === undefined &&
    next.toolCallId === undefined
  );
}

function refusedHeld(claim: TerminalClaim, holders: Holders): Verdict {
  return no(`${holders.nameOf(claim)} holds this terminal`);
}

function no(reason: string): Verdict {
  return { ok: false, reason };
}
