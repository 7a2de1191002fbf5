/** Finds a terminal, and checks that a client may use it without being the holder's window. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import { type Act, type HeldTerminal, may, mayTypeByRequest } from '../clients/claims.ts';
import type { Clients } from '../clients/clients.ts';
import { onlyWatched } from '../clients/owner-rules.ts';
import type { Peer } from '../clients/peer.ts';
import { claimAfterRun } from '../clients/run-claims.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { Terminals } from '../terminal/terminals.ts';

export function terminalOf(terminals: Terminals, channel: string): Terminal {
  const terminal = terminals.find(channel);
  if (terminal === undefined) throw new RpcError(ErrorCode.NotFound, `there is no ${channel}`);
  return terminal;
}

/** Finds a terminal to be read: it may have ended a few minutes ago. */
export function readableOf(terminals: Terminals, channel: string): Terminal {
  return terminals.readable(channel) ?? terminalOf(terminals, channel);
}

/** Returns why the client may not do that to the terminal; undefined when it may. */
export function whyNot(
  { clients }: { readonly clients: Clients },
  { actor }: Peer,
  terminal: Terminal,
  act: Act,
): string | undefined {
  const held: HeldTerminal = {
    uri: terminal.uri,
    claim: terminal.state.claim,
    createdBy: terminal.meta.createdBy,
    // Asked only where it counts: it looks at the screen.
    get busy() {
      return terminal.state.lifecycle.status === 'running' && terminal.runner.busy !== undefined;
    },
  };
  const verdict = may(act, actor, held, clients);
  return verdict.ok ? undefined : verdict.reason;
}

/** Throws when the client may not do that to the terminal. */
export function checkAct(
  needs: { readonly clients: Clients },
  peer: Peer,
  terminal: Terminal,
  act: Act,
): void {
  const why = whyNot(needs, peer, terminal, act);
  if (why !== undefined) throw new RpcError(ErrorCode.PermissionDenied, why);
}

/**
 * Throws when the client may not use the terminal. Returns the handle of an agent that must become its holder first.
 * `isLater` when it is to be used after what runs there now.
 */
export function checkUse(
  { clients, terminals }: { readonly clients: Clients; readonly terminals: Terminals },
  { actor }: Peer,
  terminal: Terminal,
  isLater = false,
): string | undefined {
  const { owner, state, runner } = terminal;
  if (owner !== undefined) {
    throw new RpcError(ErrorCode.PermissionDenied, onlyWatched(clients.nameOf(state.claim)));
  }
  if (state.lifecycle.status === 'exited') throw new RpcError(ErrorCode.Conflict, 'the terminal has exited');
  if (terminals.parkedMeta(terminal.uri).parkedUntil !== undefined) {
    throw new RpcError(
      ErrorCode.Conflict,
      'the terminal is closed, and ends within minutes: restore it first',
    );
  }
  const claim = isLater ? claimAfterRun(state.claim) : state.claim;
  const isBusy = !isLater && runner.busy !== undefined;
  const verdict = mayTypeByRequest(actor, claim, isBusy, clients);
  if (!verdict.ok) throw new RpcError(ErrorCode.PermissionDenied, verdict.reason);
  return verdict.takesClaim ? actor.agent : undefined;
}
