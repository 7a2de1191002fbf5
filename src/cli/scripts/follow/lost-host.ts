/** Watches the connection to the host: warns when it is lost, and gives up if it does not come back in time. */

import type { Client } from '../../../client/client.ts';
import type { Io } from '../../common/io.ts';
import { complain } from '../../common/print.ts';

type LostHost = {
  /** Time to wait for a host that is away; undefined to wait forever. A restart takes about a second. */
  readonly waitMs?: number;
  readonly onLost: (reason: string) => void;
};

/** Wait of subcommands that need one answer and must not hang. */
export const HOST_WAIT_MS = 10_000;

/** Returns a function that stops the watch. */
export function watchHost(client: Client, { waitMs, onLost }: LostHost, io: Io): () => void {
  let timer: NodeJS.Timeout | undefined;
  let away = false;
  const stop = client.onConnectionState((state, { reason = 'no reason given' }) => {
    if (state === 'closed') onLost(reason);
    if (state === 'away' && !away) {
      complain(io, `the connection to the host was lost (${reason}); trying again`);
      if (waitMs !== undefined) timer = setTimeout(() => onLost(reason), waitMs);
    }
    if (state === 'ready') clearTimeout(timer);
    away = state === 'away';
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
