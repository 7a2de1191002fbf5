/** How long a script waits for a host that went away: one that comes back knows more than we do. */

import type { Client } from '../../client/client.ts';

/** A host that starts again takes a second; nobody wants a script to hang on one that does not. */
const WAIT_MS = 10_000;

export type LostHost = {
  /** It may come back. */
  readonly onAway: (reason: string) => void;
  readonly onLost: (reason: string) => void;
};

/** Returns what ends the watching. */
export function watchHost(client: Client, { onAway, onLost }: LostHost): () => void {
  let timer: NodeJS.Timeout | undefined;
  const back = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  const stop = client.onConnectionState((state, { reason = 'no reason given' }) => {
    if (state === 'ready') back();
    else if (state === 'closed') onLost(reason);
    else if (timer === undefined) {
      onAway(reason);
      timer = setTimeout(() => onLost(reason), WAIT_MS);
    }
  });
  return () => {
    back();
    stop();
  };
}
