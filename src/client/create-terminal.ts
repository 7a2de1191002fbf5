/** Creates a terminal exactly once, also when the connection is lost before the answer (AHP §5). */

import { ErrorCode } from '../protocol/common/error-codes.ts';
import type { HostMeta } from '../protocol/cotty/cotty-meta.ts';
import type { CreateTerminalParams } from '../protocol/messages.ts';
import type { RootState } from '../protocol/root/state.ts';
import { claimFor } from '../protocol/to-wire.ts';
import type { Connection } from '../rpc/connection.ts';
import { RpcError } from '../rpc/errors.ts';

/** The timeout of one request; some hosts answer only after the first output or ten seconds. */
const CREATE_TIMEOUT_MS = 30_000;

/** Limit: attempts, because a host may crash at each of them. */
const MAX_TRIES = 3;

export type Creating = {
  /** Resolves with the connection when there is one; rejects once the client is closed. */
  readonly ready: () => Promise<Connection>;
  readonly root: () => RootState;
  readonly version: () => string;
  /** The host's abilities beyond the standard. */
  readonly abilities: () => Partial<HostMeta>;
  /** Whether it is unknown, after this error, if the host has created the terminal. */
  readonly unknownOutcome: (error: unknown) => boolean;
};

export async function createTerminal(params: CreateTerminalParams, how: Creating): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const connection = await how.ready();
    checkTarget(params, how.abilities());
    // The root channel was read on this connection, so it lists a terminal created by an earlier attempt.
    if (tries > 1 && isListed(how.root(), params.channel)) return;
    const claim = claimFor(how.version(), params.claim);
    try {
      await connection.request('createTerminal', { ...params, claim }, { timeoutMs: CREATE_TIMEOUT_MS });
      return;
    } catch (error) {
      if (tries > 1 && error instanceof RpcError && error.code === ErrorCode.AlreadyExists) return;
      if (!how.unknownOutcome(error) || tries === MAX_TRIES) throw error;
    }
  }
}

/** Throws when the host does not know `executionTarget`: it would start a shell of its own. */
function checkTarget(
  { executionTarget }: CreateTerminalParams,
  { clientTerminals }: Partial<HostMeta>,
): void {
  if (executionTarget !== 'client' || clientTerminals === true) return;
  throw new RpcError(ErrorCode.InvalidParams, 'this host does not show terminals that run elsewhere');
}

function isListed(root: RootState, uri: string): boolean {
  return root.terminals?.some(({ resource }) => resource === uri) ?? false;
}
