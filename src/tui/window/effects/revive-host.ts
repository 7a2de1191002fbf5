/** Starts the host again when it has been away for a while: a person in front of a window should not have to. */

import type { Client } from '../../../client/client.ts';
import type { Message } from '../../model/message.ts';

/** Time for the host to come back by itself, as after a moment of load; in milliseconds. */
const PATIENCE_MS = 2_000;

export type Reviving = {
  readonly client: Pick<Client, 'connectionState' | 'onConnectionState' | 'retryNow'>;
  /** Starts a host; rejects with the reason when it does not come up. */
  readonly startHost: () => Promise<void>;
  readonly tell: (message: Message) => void;
  readonly signal: AbortSignal;
  readonly patienceMs?: number;
};

/** Watches the connection until the signal is aborted. A host that was stopped on purpose stays stopped. */
export function reviveHost({ client, startHost, tell, signal, patienceMs = PATIENCE_MS }: Reviving): void {
  let timer: NodeJS.Timeout | undefined;
  const revive = async (): Promise<void> => {
    tell({ kind: 'revival', text: 'the host has ended: starting it again…' });
    try {
      await startHost();
      client.retryNow();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const [first = ''] = why.split('\n', 1);
      tell({ kind: 'revival', text: `the host does not start: ${first}` });
    }
  };
  const look = (): void => {
    timer = undefined;
    if (client.connectionState === 'away') void revive();
  };
  const stop = client.onConnectionState((state, { stopped = false }) => {
    if (state === 'away' && !stopped) timer ??= setTimeout(look, patienceMs);
    else if (state !== 'away') {
      clearTimeout(timer);
      timer = undefined;
    }
  });
  const end = (): void => {
    clearTimeout(timer);
    stop();
  };
  signal.addEventListener('abort', end, { once: true });
}
