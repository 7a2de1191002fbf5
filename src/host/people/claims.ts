/** Who may do what to a terminal — pure rules over its claim (AHP §9.4). */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { TakeOverMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { ClaimedAction } from '../../protocol/terminal/actions.ts';
import type { TerminalClaim, TerminalState } from '../../protocol/terminal/state.ts';

/** Somebody connected: a person unless it came as an agent. */
export type Actor = {
  readonly clientId: string;
  readonly agent?: string;
  /** The sessions it speaks for. */
  readonly sessions: ReadonlySet<string>;
};

/** What the rules have to know about everybody else. */
export type Holders = {
  isConnected(claim: TerminalClaim): boolean;
  /** The holder is connected, and is that person under another id: a window, when a script of the same user asks. */
  isSamePerson(clientId: string, claim: TerminalClaim): boolean;
  /** For people: a name rather than an id. */
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

/** For actions that a client may dispatch at all. */
export function may(
  actor: Actor,
  state: TerminalState,
  action: Action | UnknownAction,
  holders: Holders,
  /** A command runs, or is about to. */
  busy = false,
): Verdict {
  switch (action.type) {
    case 'terminal/input':
    case 'terminal/resized':
      return state.lifecycle.status === 'exited'
        ? no('the terminal has exited')
        : mayUse(actor, state.claim, holders);
    case 'terminal/cleared':
    case 'terminal/titleChanged':
      return mayUse(actor, state.claim, holders);
    case 'terminal/claimed':
      return mayClaim(actor, state.claim, action, busy, holders);
    default:
      return no(`${action.type} is not for clients to dispatch`);
  }
}

export function mayCreate(actor: Actor, claim: TerminalClaim): Verdict {
  if (claim.kind === 'client') {
    return claim.clientId === actor.clientId ? yes : no("a claim names one's own clientId");
  }
  return actor.agent === undefined || actor.sessions.has(claim.session)
    ? yes
    : no(`agent ${actor.agent} does not speak for ${claim.session}`);
}

/**
 * A person may close any terminal. An agent none that a person made, also while it holds it; of those that agents made
 * its own, and those that nobody is there for.
 */
export function mayDispose(
  { actor, createdBy }: { readonly actor: Actor; readonly createdBy: string | undefined },
  claim: TerminalClaim,
  holders: Holders,
): Verdict {
  const { agent } = actor;
  if (agent === undefined || createdBy === `agent:${agent}`) return yes;
  if (createdBy?.startsWith('agent:') !== true) {
    return no(`${createdBy ?? 'a person'} made this terminal: agents close those that agents made`);
  }
  return isHolder(actor, claim) || !holders.isConnected(claim) ? yes : held(claim, holders);
}

export type UseVerdict =
  /** `take`: the agent becomes the holder. */
  { readonly ok: true; readonly take: boolean } | { readonly ok: false; readonly reason: string };

/**
 * For input and commands that are asked for as a request, from beside the window of whoever holds the terminal. Agents
 * take what nobody uses, and then stand as its holder; people leave the claim as it is.
 */
export function mayUseBeside(
  actor: Actor,
  claim: TerminalClaim,
  busy: boolean,
  holders: Holders,
): UseVerdict {
  const { agent } = actor;
  if (isHolder(actor, claim)) return { ok: true, take: agent !== undefined };
  if (isFree(actor, claim, busy, holders)) return { ok: true, take: agent !== undefined };
  if (agent === undefined && holders.isSamePerson(actor.clientId, claim)) return { ok: true, take: false };
  return { ok: false, reason: `${holders.nameOf(claim)} holds this terminal` };
}

/** Nobody is there for it, or nobody uses it; what a person left running is no agent's to disturb. */
function isFree({ agent }: Actor, claim: TerminalClaim, busy: boolean, holders: Holders): boolean {
  if (!holders.isConnected(claim)) return agent === undefined || claim.kind === 'session' || !busy;
  return isBackground(claim) && !busy;
}

/** A session has it, but nothing of it runs there: other agents may have it. */
function isBackground(claim: TerminalClaim): boolean {
  return claim.kind === 'session' && claim.toolCallId === undefined;
}

/** For what a holder alone may do. */
export function mayUse(actor: Actor, claim: TerminalClaim, holders: Holders): Verdict {
  return isHolder(actor, claim) ? yes : held(claim, holders);
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
      : no('a terminal is handed over to a session, or taken by its next holder');
  }
  // Of agents only the session itself: with another one's claim narrowed, the terminal would be anybody's.
  if (actor.agent === undefined && isNarrowing(claim, next)) return yes;
  if (!isHolder(actor, next))
    return no(`only ${holders.nameOf(claim)}, who holds this terminal, can hand it over`);
  if (takeOverFrom !== undefined && takeOverFrom !== holderId(claim)) return held(claim, holders);
  const isPerson = actor.agent === undefined;
  const isOpen = isPerson
    ? takeOverFrom !== undefined || !holders.isConnected(claim)
    : isFree(actor, claim, busy, holders);
  return isOpen ? yes : held(claim, holders);
}

/** A session keeps the terminal, but nothing of it runs there any more. */
function isNarrowing(claim: TerminalClaim, next: TerminalClaim): boolean {
  return (
    claim.kind === 'session' &&
    next.kind === 'session' &&
    claim.session === next.session &&
    next.turnId === undefined &&
    next.toolCallId === undefined
  );
}

function held(claim: TerminalClaim, holders: Holders): Verdict {
  return no(`${holders.nameOf(claim)} holds this terminal`);
}

function no(reason: string): Verdict {
  return { ok: false, reason };
}
