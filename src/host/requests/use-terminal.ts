/** Finds a terminal, and checks that a client may use it without being the holder's window. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import { mayTypeByRequest } from '../people/claims.ts';
import type { Clients } from '../people/clients.ts';
import type { Peer } from '../people/peer.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';

export function terminalOf(terminals: Terminals, channel: string): Terminal {
  const terminal = terminals.find(channel);
  if (terminal === undefined) throw new RpcError(ErrorCode.NotFound, `there is no ${channel}`);
  return terminal;
}

/** Throws when the client may not use the terminal. Returns the handle of an agent that must become its holder first. */
export function checkUse(
  { clients, terminals }: { readonly clients: Clients; readonly terminals: Terminals },
  { actor }: Peer,
  terminal: Terminal,
): string | undefined {
  const { owner, state, input: keyboard } = terminal;
  if (owner !== undefined) {
    const reason = `${clients.nameOf(state.claim)} runs this terminal: others only watch`;
    throw new RpcError(ErrorCode.PermissionDenied, reason);
  }
  if (state.lifecycle.status === 'exited') throw new RpcError(ErrorCode.Conflict, 'the terminal has exited');
  if (terminals.parkedMeta(terminal.uri).parkedUntil !== undefined) {
    throw new RpcError(
      ErrorCode.Conflict,
      'the terminal is closed, and ends within minutes: restore it first',
    );
  }
  const verdict = mayTypeByRequest(actor, state.claim, keyboard.runner.busy !== undefined, clients);
  if (!verdict.ok) throw new RpcError(ErrorCode.PermissionDenied, verdict.reason);
  return verdict.takesClaim ? actor.agent : undefined;
}
