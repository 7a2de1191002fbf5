/** Requests about the host itself: ping, status, stop and restart. */

import type { HostStatus, Survivor } from '../../../protocol/messages.ts';
import type { Handover } from '../../adopt/handover.ts';
import type { Clock } from '../../ground/clock.ts';
import { refuseAgents, refuseElsewhere } from '../../people/steering.ts';
import type { Request } from '../request.ts';

export const ping: Request<'ping'> = { when: 'always', readOnly: true, run: () => null };

export function status(
  read: () => HostStatus,
  survivors: () => Promise<readonly Survivor[]>,
): Request<'x-cotty/status'> {
  return {
    when: 'ready',
    readOnly: true,
    async run() {
      const found = await survivors();
      return { ...read(), ...(found.length === 0 ? {} : { survivors: found }) };
    },
  };
}

/** Stops the host. Agents may not do that, because everybody's terminals end with it. */
export function stop(stopHost: () => void, clock: Clock): Request<'x-cotty/stop'> {
  return {
    when: 'ready',
    run(peer) {
      refuseAgents(peer, 'stop the host');
      // Not before the answer is on its way.
      clock.soon(stopHost);
      return null;
    },
  };
}

/**
 * Hands the terminals over to a host that `program` starts, and ends this one. It runs a program as the user of the host, so
 * it is for those who come over that user's own socket.
 */
export function restart(handover: Handover, leave: () => void, clock: Clock): Request<'x-cotty/restart'> {
  return {
    when: 'ready',
    async run(peer, { program }) {
      refuseAgents(peer, 'restart the host');
      refuseElsewhere(peer, 'a host is restarted on its own machine only');
      const { version } = await handover.to(program);
      // Not before the answer is on its way.
      clock.soon(leave);
      return { version };
    },
  };
}
