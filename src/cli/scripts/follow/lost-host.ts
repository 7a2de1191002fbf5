/** A host that goes away while a script waits for it: said once, and given up on after a while. */

import type { Client } from '../../../client/client.ts';
import { complain, type Io } from '../../ground/io.ts';

type LostHost = {
  /** One that starts again takes a second; nobody wants a script to hang on one that does not. Absent: for ever. */
  readonly waitMs?: number;
  readonly onLost: (reason: string) => void;
};

/** For scripts that want one answer. */
export const HOST_WAIT_MS = 10_000;

/** Returns what ends the watching. */
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
