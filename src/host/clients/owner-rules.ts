/** The rules for a terminal whose pty runs at a client: this owner sends output and size, and all other clients only watch. */

import type { Action, UnknownAction } from '../../protocol/envelope.ts';
import type { TerminalState } from '../../protocol/terminal/state.ts';
import type { Actor, Verdict } from './claims.ts';

/** The client that runs the pty, and its name for messages. */
export type PtyOwner = { readonly clientId: string; readonly name: string };

/** Decides about an action of a client. The claim does not matter: it cannot move, because the pty cannot. */
export function mayDispatchToRemotePty(
  actor: Actor,
  owner: PtyOwner,
  state: TerminalState,
  action: Action | UnknownAction,
): Verdict {
  const isOwner = actor.clientId === owner.clientId;
  switch (action.type) {
    case 'terminal/input':
      return no(
        isOwner ? 'type into your own pty: its input does not go through the host' : onlyWatched(owner.name),
      );
    case 'terminal/claimed':
      return no(`${owner.name} runs the pty of this terminal: nobody else can hold it`);
    case 'terminal/output':
    case 'terminal/exited':
    case 'terminal/resized':
      if (!isOwner) return no(onlyWatched(owner.name));
      return state.lifecycle.status === 'exited' ? no('the terminal has exited') : { ok: true };
    case 'terminal/cleared':
    case 'terminal/titleChanged':
      return isOwner ? { ok: true } : no(onlyWatched(owner.name));
    default:
      return no(`${action.type} is not for clients to dispatch`);
  }
}

/**
 * Decides about parking (closing so that it can be reopened). Only the owner may: after some minutes its own shell is ended.
 */
export function mayParkRemotePty(actor: Actor, owner: PtyOwner, { lifecycle }: TerminalState): Verdict {
  if (actor.clientId === owner.clientId || lifecycle.status === 'exited') return { ok: true };
  return no(`${owner.name} runs this terminal: it closes when its shell ends`);
}

/** The message for a client that tries to use a terminal of another one. */
export function onlyWatched(name: string): string {
  return `${name} runs this terminal: others only watch`;
}

function no(reason: string): Verdict {
  return { ok: false, reason };
}
