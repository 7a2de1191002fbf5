/** Requests about the host itself: ping, status and stop. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import type { HostStatus } from '../../protocol/messages.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Clock } from '../ground/clock.ts';
import type { Request } from './request.ts';

export const ping: Request<'ping'> = { when: 'always', run: () => null };

export function status(read: () => HostStatus): Request<'x-cotty/status'> {
  return {
    when: 'ready',
    run: () => read(),
  };
}

/** Stops the host. Agents may not do that, because everybody's terminals end with it. */
export function stop(stopHost: () => void, clock: Clock): Request<'x-cotty/stop'> {
  return {
    when: 'ready',
    changes: true,
    run(peer) {
      if (peer.actor.agent !== undefined) {
        throw new RpcError(ErrorCode.PermissionDenied, 'agents do not stop the host');
      }
      // Not before the answer is on its way.
      clock.soon(stopHost);
      return null;
    },
  };
}
