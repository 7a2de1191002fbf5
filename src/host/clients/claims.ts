/** The rules of who may do what to a terminal, as pure functions of its claim (AHP §9.4). */

import { cottyMeta } from '../../protocol/common/meta.ts';
import type { ReleaseMeta, TakeOverMeta } from '../../protocol/cotty/cotty-meta.ts';
import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { ClaimedAction, TitleChangedAction } from '../../protocol/terminal/actions.ts';
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

/** What can be done to a terminal. Each door (AHP, MCP, HTTP, subcommands, window, page) comes to one of these. */
export type Act =
  /** Actions that a client dispatches: they take no claim. */
  | 'input'
  | 'resize'
  | 'clear'
  | 'rename'
  /** Input, commands and answers that come as a request, and take the claim of a free terminal for an agent. */
  | 'use'
  /** Ending a terminal, parking it, and bringing it back. */
  | 'close'
  /** Deleting its record. */
  | 'purge'
  /** Erasing one command, which the client itself has run. */
  | 'forget'
  | 'note'
  | 'bookmark'
  | 'move'
  /** Answering for the shell of another machine that runs there. */
  | 'blocks';

/**
 * Who may, each including those before it: `holder`, the client or session of the claim; `own`, another client of the person who
 * holds it; `free`, everybody while nobody uses the terminal (see `isFree`); `any`, everybody, also while somebody holds it.
 */
type Allowed = 'nobody' | 'holder' | 'own' | 'free' | 'any';

/**
 * The rules. What a person does to a whole terminal is an explicit act, and the window and the page ask before it where somebody else
 * holds the terminal. An agent closes only what agents have made. Notes, which are signed, and records are no part of a terminal.
 */
export const RULES: { readonly [A in Act]: { readonly person: Allowed; readonly agent: Allowed } } = {
  input: { person: 'own', agent: 'holder' },
  resize: { person: 'holder', agent: 'holder' },
  clear: { person: 'own', agent: 'holder' },
  rename: { person: 'own', agent: 'holder' },
  use: { person: 'free', agent: 'free' },
  close: { person: 'any', agent: 'free' },
  purge: { person: 'any', agent: 'free' },
  forget: { person: 'any', agent: 'free' },
  note: { person: 'any', agent: 'any' },
  bookmark: { person: 'any', agent: 'nobody' },
  move: { person: 'any', agent: 'nobody' },
  blocks: { person: 'holder', agent: 'nobody' },
};

/** Why agents do not, where no agent may. */
export const FOR_PEOPLE = {
  bookmark: 'bookmarks are for people: agents write notes',
  move: 'only people move terminals in the list',
  blocks: 'only people answer for other machines',
} as const;

/** A terminal as the rules see it. */
export type HeldTerminal = {
  readonly uri?: string;
  readonly claim: TerminalClaim;
  /** Whether a command runs or is about to begin. */
  readonly busy: boolean;
  /** `user:NAME` or `agent:HANDLE`. */
  readonly createdBy?: string | undefined;
};

/** Decides about an act. A refusal names the holder, or who made the terminal. */
export function may(act: Act, actor: Actor, terminal: HeldTerminal, holders: Holders): Verdict {
  const { claim } = terminal;
  const allowed = RULES[act][actor.agent === undefined ? 'person' : 'agent'];
  if (allowed === 'nobody') return no(isForPeople(act) ? FOR_PEOPLE[act] : 'agents do not do that');
  const notTheirs = actor.agent === undefined ? undefined : whyNotAgents(act, actor.agent, terminal);
  if (notTheirs !== undefined) return no(notTheirs);
  if (allowed === 'any' || isHolder(actor, claim)) return yes;
  if (allowed !== 'holder' && isSamePerson(actor, claim, holders)) return yes;
  return allowed === 'free' && isFree(actor, terminal, holders) ? yes : refusedHeld(claim, holders);
}

function isForPeople(act: Act): act is keyof typeof FOR_PEOPLE {
  return Object.hasOwn(FOR_PEOPLE, act);
}

/** Returns why a terminal is not an agent's to end, or its record to delete: who has made it counts, whoever holds it. */
function whyNotAgents(
  act: Act,
  agent: string,
  { uri, createdBy = 'a person' }: HeldTerminal,
): string | undefined {
  if (act !== 'close' && act !== 'purge') return undefined;
  if (!createdBy.startsWith('agent:'))
    return `${createdBy} made this terminal: agents can only close terminals that agents made`;
  return act === 'purge' && createdBy !== `agent:${agent}`
    ? `the record of ${uri} is not agent ${agent}'s to delete: ${createdBy} made this terminal`
    : undefined;
}

/** Decides about an action that a client dispatches to a terminal whose pty runs here. */
export function mayDispatch(
  actor: Actor,
  state: TerminalState,
  action: Action | UnknownAction,
  holders: Holders,
  /** Whether a command runs or is about to begin; asked only where it counts, which it does not for a holder's key. */
  busy = () => false,
): Verdict {
  const { claim, lifecycle } = state;
  const terminal: HeldTerminal = {
    claim,
    get busy() {
      return busy();
    },
  };
  const by = (act: Act) => may(act, actor, terminal, holders);
  switch (action.type) {
    case 'terminal/input':
      return lifecycle.status === 'exited' ? no('the terminal has exited') : by('input');
    case 'terminal/resized':
      return lifecycle.status === 'exited' ? no('the terminal has exited') : by('resize');
    case 'terminal/cleared':
      return by('clear');
    case 'terminal/titleChanged':
      return isOverHolder(actor, claim, action) ? yes : by('rename');
    case 'terminal/claimed':
      return mayClaim(actor, state.claim, action, busy(), holders);
    default:
      return no(`${action.type} is not for clients to dispatch`);
  }
}

/** Whether a person, who was asked, renames what exactly this holder has: the claim stays with it. */
function isOverHolder({ agent }: Actor, claim: TerminalClaim, { _meta }: TitleChangedAction): boolean {
  return agent === undefined && cottyMeta<TakeOverMeta>(_meta).takeOverFrom === holderId(claim);
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
  const verdict = may('use', actor, { claim, busy }, holders);
  return verdict.ok ? { ok: true, takesClaim: actor.agent !== undefined } : verdict;
}

/**
 * Whether the terminal is free: its holder is not connected, or keeps it in the background and runs nothing. For an agent, it is
 * not free while a command runs that a disconnected person has started.
 */
function isFree({ agent }: Actor, terminal: HeldTerminal, holders: Holders): boolean {
  const { claim } = terminal;
  if (!holders.isConnected(claim)) return agent === undefined || claim.kind === 'session' || !terminal.busy;
  return isBackground(claim) && !terminal.busy;
}

/** Whether a session keeps the terminal in the background, where it runs nothing and other agents may take it. */
function isBackground(claim: TerminalClaim): boolean {
  return claim.kind === 'session' && claim.toolCallId === undefined;
}

/** Allows the holder only. */
export function mustHold(actor: Actor, claim: TerminalClaim, holders: Holders): Verdict {
  return isHolder(actor, claim) ? yes : refusedHeld(claim, holders);
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
    : isFree(actor, { claim, busy }, holders);
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
