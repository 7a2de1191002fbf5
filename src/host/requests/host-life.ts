/** Requests about the host itself: whether it lives, how it is, and that it shall end. */

import { ErrorCode } from '../../protocol/common/error-codes.ts';
import { RpcError } from '../../rpc/errors.ts';
import type { Request } from './request.ts';

export const ping: Request<'ping'> = { method: 'ping', when: 'always', run: () => null };

export const status: Request<'x-cotty/status'> = {
  method: 'x-cotty/status',
  when: 'ready',
  run: (parts) => parts.status(),
};

/** Everybody's terminals end with the host: that is for people to decide. */
export const stop: Request<'x-cotty/stop'> = {
  method: 'x-cotty/stop',
  when: 'ready',
  changes: true,
  run(parts, peer) {
    if (peer.actor.agent !== undefined) {
      throw new RpcError(ErrorCode.PermissionDenied, 'agents do not stop the host');
    }
    parts.clock.soon(parts.stop);
    return null;
  },
};
