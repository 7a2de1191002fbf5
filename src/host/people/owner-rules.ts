/** Who may do what to a terminal whose pty runs at a client: its owner states what happens there, all others watch. */

import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Actor, Verdict } from './claims.ts';

/** The client that runs the pty, and what people call it. */
export type PtyOwner = { readonly clientId: string; readonly name: string };

/** For actions that a client may dispatch at all. The claim says nothing here: it cannot move, as the pty cannot. */
export function mayAtOwner(
  actor: Actor,
  owner: PtyOwner,
  state: TerminalState,
  action: Action | UnknownAction,
): Verdict {
  const isOwner = actor.clientId === owner.clientId;
  switch (action.type) {
    case 'terminal/input':
      return no(isOwner ? 'what you type goes to your own pty, not through the host' : watched(owner));
    case 'terminal/claimed':
      return no(`${owner.name} runs this terminal: it cannot change hands`);
    case 'terminal/output':
    case 'terminal/exited':
    case 'terminal/resized':
      if (!isOwner) return no(watched(owner));
      return state.lifecycle.status === 'exited' ? no('the terminal has exited') : { ok: true };
    case 'terminal/cleared':
    case 'terminal/titleChanged':
      return isOwner ? { ok: true } : no(watched(owner));
    default:
      return no(`${action.type} is not for clients to dispatch`);
  }
}

/** Taken off the list it would be ended unseen some minutes later, and with it somebody's own shell. */
export function mayParkAtOwner(actor: Actor, owner: PtyOwner, { lifecycle }: TerminalState): Verdict {
  if (actor.clientId === owner.clientId || lifecycle.status === 'exited') return { ok: true };
  return no(`${owner.name} runs this terminal: it goes when its shell ends`);
}

function watched({ name }: PtyOwner): string {
  return `${name} runs this terminal: others only watch`;
}

function no(reason: string): Verdict {
  return { ok: false, reason };
}
