/** Who may use a terminal beside the window of its holder, and what that does to the claim. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { HostParts } from '../parts.ts';
import { mayUseBeside } from '../people/claims.ts';
import type { Peer } from '../people/peer.ts';
import type { Terminal } from '../terminal/terminal.ts';

export function terminalOf({ terminals }: Pick<HostParts, 'terminals'>, channel: string): Terminal {
  const terminal = terminals.find(channel);
  if (terminal === undefined) throw new RpcError(ErrorCode.NotFound, `there is no ${channel}`);
  return terminal;
}

/** Throws the reason why not. The answer: the handle of the agent that is to become its holder. */
export function checkUse(
  { clients, terminals }: HostParts,
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
  const verdict = mayUseBeside(actor, state.claim, keyboard.runner.busy !== undefined, clients);
  if (!verdict.ok) throw new RpcError(ErrorCode.PermissionDenied, verdict.reason);
  return verdict.take ? actor.agent : undefined;
}
