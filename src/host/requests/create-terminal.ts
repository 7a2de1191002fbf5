/** `createTerminal`: starts a shell, or the program that cotty's own `_meta` names, under a URI chosen by the client. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { CreateTerminalParams } from '../../protocol/messages.ts';
import { parseCreateMeta } from '../../protocol/validate/cotty.ts';
import { RpcError } from '../../rpc/errors.ts';
import { mayCreate } from '../clients/claims.ts';
import type { Peer } from '../clients/peer.ts';
import { overQuota } from '../clients/quota.ts';
import type { Clock } from '../common/clock.ts';
import type { Limits } from '../common/limits.ts';
import { settledWithin } from '../common/settled-within.ts';
import { originOf } from '../launch/origin.ts';
import type { Recorder } from '../record/recorder.ts';
import type { Handoff } from '../restore/handoff.ts';
import type { Terminals } from '../terminal/terminals.ts';
import type { Requests } from './request.ts';

/** Time in milliseconds for which the answer waits for the disk: a slow disk must not delay a terminal. */
const DISK_MS = 500;

type Needs = {
  readonly terminals: Terminals;
  readonly handoff: Pick<Handoff, 'isOver'>;
  readonly recorder: Recorder;
  readonly limits: Limits;
  readonly clock: Clock;
};

export function createRequests({ terminals, handoff, recorder, limits, clock }: Needs) {
  return {
    createTerminal(peer, params) {
      const { claim } = params;
      if (handoff.isOver)
        throw new RpcError(
          ErrorCode.InternalError,
          'this host is being restarted: ask the next one, in a moment',
        );
      const parsed = parseCreateMeta(params._meta);
      if (!parsed.ok) throw new RpcError(ErrorCode.InvalidParams, `_meta: ${parsed.error}`);
      checkClaim(peer, params);
      if (JSON.stringify(claim).length > limits.actionChars) {
        throw new RpcError(ErrorCode.InvalidParams, 'this claim is too large');
      }
      const full = overQuota(claim, terminals.claims, limits);
      if (full !== undefined) throw new RpcError(ErrorCode.InternalError, full);
      // Names need not differ in AHP: a foreign client does not expect that one is refused.
      const foreign = peer.identity?.cotty === false ? { nameIsDefault: true } : {};
      const created = terminals.create(
        params,
        { ...parsed.create, ...foreign },
        originOf(peer.identity, parsed.create, clock.now()),
      );
      if (!created.ok) throw new RpcError(created.code, created.message);
      // Only a foreign client that creates a terminal for a session speaks for that session; ours hand the terminal over.
      if (claim.kind === 'session' && peer.identity?.cotty === false) peer.speakFor(claim.session);
      return isOnDisk(recorder, clock, params.channel);
    },
  } satisfies Partial<Requests>;
}

/** Waits until the terminal is recorded: once its creation is answered, it must survive a kill of the host. */
function isOnDisk(recorder: Recorder, clock: Clock, channel: string): null | Promise<null> {
  const { ledger } = recorder.recordOf(channel);
  return ledger === undefined ? null : settledWithin(DISK_MS, clock, ledger.written()).then(() => null);
}

/** Throws when the peer may not create a terminal with that claim. */
function checkClaim({ actor }: Peer, { claim, executionTarget }: CreateTerminalParams): void {
  // These two parameters contradict each other, whoever sends them.
  if (executionTarget === 'client' && claim.kind !== 'client') {
    throw new RpcError(
      ErrorCode.InvalidParams,
      'a pty at a client is claimed by that client, not by a session',
    );
  }
  const verdict = mayCreate(actor, claim);
  if (!verdict.ok) throw new RpcError(ErrorCode.PermissionDenied, verdict.reason);
}
