/** `createTerminal` — starts a shell, or what cotty's own `_meta` asks for, under a URI that the client chose. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { parseCreateMeta } from '../../protocol/validate/cotty.ts';
import { RpcError } from '../../rpc/errors.ts';
import { settledWithin } from '../ground/settled-within.ts';
import { originOf } from '../launch/origin.ts';
import type { HostParts } from '../parts.ts';
import { mayCreate } from '../people/claims.ts';
import { overQuota } from '../people/quota.ts';
import type { Request } from './request.ts';

/** A disk that does not answer keeps nobody from a terminal. */
const DISK_MS = 500;

export const createTerminal: Request<'createTerminal'> = {
  method: 'createTerminal',
  when: 'ready',
  changes: true,
  run(parts, peer, params) {
    const { terminals, limits, clock } = parts;
    const { claim } = params;
    const parsed = parseCreateMeta(params._meta);
    if (!parsed.ok) throw new RpcError(ErrorCode.InvalidParams, `_meta: ${parsed.error}`);
    // Two parameters of one request contradict each other, whoever asks.
    if (params.executionTarget === 'client' && claim.kind !== 'client') {
      throw new RpcError(
        ErrorCode.InvalidParams,
        'a pty at a client is claimed by that client, not by a session',
      );
    }
    const verdict = mayCreate(peer.actor, claim);
    if (!verdict.ok) throw new RpcError(ErrorCode.PermissionDenied, verdict.reason);
    if (JSON.stringify(claim).length > limits.actionChars) {
      throw new RpcError(ErrorCode.InvalidParams, 'this claim is too large');
    }
    const full = overQuota(claim, terminals.claims, limits);
    if (full !== undefined) throw new RpcError(ErrorCode.InternalError, full);
    const created = terminals.create(
      params,
      parsed.create,
      originOf(peer.identity, parsed.create, clock.now()),
    );
    if (!created.ok) throw new RpcError(created.code, created.message);
    // A foreign client that works for a session is its only voice; one of ours hands the terminal over.
    if (claim.kind === 'session' && peer.identity?.cotty === false) peer.speakFor(claim.session);
    return isOnDisk(parts, params.channel);
  },
};

/** A terminal that was answered for is there again, should the host be killed right after. */
function isOnDisk({ recorder, clock }: HostParts, channel: string): null | Promise<null> {
  const { ledger } = recorder.of(channel);
  return ledger === undefined ? null : settledWithin(DISK_MS, clock, ledger.written()).then(() => null);
}
