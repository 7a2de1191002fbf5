/**
 * Starts the host again when it has been away for a while and no fd holder does so, and shows what is going on.
 */

import type { Client } from '../../client/client.ts';
import type { Message } from '../model/message.ts';

/** Time for the host to come back by itself, as after a moment of load; in milliseconds. */
const PATIENCE_MS = 2_000;
/** Time away after which the window names the host's log. */
const LONG_MS = 10_000;
/** Interval of checks whether the fd holder still runs: if it ends without having started a host, the window starts one. */
const LOOK_AGAIN_MS = 1_000;

/** How to start this window's host again; absent if the host is another user's or on another machine. */
export type OwnHost = {
  /** Starts a host; rejects with the reason when it does not come up. */
  readonly start: () => Promise<void>;
  /** Whether an fd holder keeps the programs' ptys and will start the host; then nobody else may start one. */
  readonly isKept: () => boolean;
  /** Version of this program, and how a host of it is started: file and first arguments. */
  readonly version: string;
  readonly program: readonly string[];
  /** Path of the host's log. */
  readonly log: string | undefined;
};

export type Reviving = {
  readonly client: Pick<Client, 'connectionState' | 'onConnectionState' | 'retryNow'>;
  readonly host: OwnHost | undefined;
  readonly notify: (message: Message) => void;
  readonly signal: AbortSignal;
  readonly patienceMs?: number;
  readonly longMs?: number;
};

/** Watches the connection until the signal is aborted. A host that was stopped on purpose stays stopped. */
export function reviveHost({
  client,
  host,
  notify,
  signal,
  patienceMs = PATIENCE_MS,
  longMs = LONG_MS,
}: Reviving): void {
  let timer: NodeJS.Timeout | undefined;
  let awayMs = 0;
  const say = (text: string): void => notify({ kind: 'revival', text });
  const lookIn = (ms: number): void => {
    timer = setTimeout(() => {
      timer = undefined;
      awayMs += ms;
      if (client.connectionState === 'away') look();
    }, ms);
  };
  const look = (): void => {
    if (host === undefined) say('the host is not reachable, trying again…');
    else if (host.isKept()) {
      say(keptText(host, awayMs >= longMs));
      lookIn(LOOK_AGAIN_MS);
    } else void revive(host);
  };
  const revive = async ({ start }: OwnHost): Promise<void> => {
    say('the host has ended: starting it again…');
    try {
      await start();
      client.retryNow();
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const [first = ''] = why.split('\n', 1);
      say(`the host does not start: ${first}`);
    }
  };
  const stop = client.onConnectionState((state, { stopped = false }) => {
    if (state === 'away') {
      if (stopped || timer !== undefined || awayMs > 0) return;
      lookIn(patienceMs);
    } else {
      clearTimeout(timer);
      timer = undefined;
      awayMs = 0;
    }
  });
  const end = (): void => {
    clearTimeout(timer);
    stop();
  };
  signal.addEventListener('abort', end, { once: true });
}

function keptText({ log }: OwnHost, isLong: boolean): string {
  if (!isLong) return 'the host is being brought back, programs go on…';
  return `the host does not come back, programs go on${log === undefined ? '' : ` · its log: ${log}`}`;
}
