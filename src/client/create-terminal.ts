/** Makes a terminal exactly once, also when the connection dies before the answer (AHP §5). */

import { ErrorCode } from '../protocol/common/error-codes.ts';
import type { HostMeta } from '../protocol/cotty/cotty-meta.ts';
import type { CreateTerminalParams } from '../protocol/messages.ts';
import type { RootState } from '../protocol/root/state.ts';
import { claimFor } from '../protocol/serialise.ts';
import type { Connection } from '../rpc/connection.ts';
import { RpcError } from '../rpc/errors.ts';

/** Hosts are known to answer only after the first output or ten seconds. */
const CREATE_TIMEOUT_MS = 30_000;

/** A host that dies each time it is asked is not asked for ever. */
const MAX_TRIES = 3;

export type Creating = {
  /** The connection as soon as there is one; rejects when there will be none. */
  readonly ready: () => Promise<Connection>;
  readonly root: () => RootState;
  readonly version: () => string;
  /** What this host can beyond the standard. */
  readonly abilities: () => Partial<HostMeta>;
  /** Whether this failure leaves open what the host did. */
  readonly unknownOutcome: (error: unknown) => boolean;
};

export async function createTerminal(params: CreateTerminalParams, how: Creating): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const connection = await how.ready();
    checkTarget(params, how.abilities());
    // The root list is as new as the connection: a terminal made by an earlier try is on it.
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

/** A host that does not know the field would start a shell of its own. */
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
