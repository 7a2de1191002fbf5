/** Subscribers of wake-ups. A subscriber is a writer (a user or an agent); watch-only connections count separately. */

import type { CottyNotifications } from '../../protocol/cotty/cotty-requests.ts';
import type { Wake } from '../../protocol/cotty/wake.ts';
import { type Access, watchAccess } from '../common/access.ts';
import type { Limits } from '../common/limits.ts';
import type { Clients } from './clients.ts';
import type { Peer } from './peer.ts';

/** Identifies a subscriber. */
export type WakeSubscriber = {
  /** `user:NAME` or `agent:HANDLE`. */
  readonly writer: string;
  /** Key of the subscriber's inbox. */
  readonly key: string;
};

/** Returns undefined when the client named no writer. */
export function wakeSubscriberOf({ identity, access }: Peer): WakeSubscriber | undefined {
  const writer = identity?.writer;
  return writer === undefined ? undefined : { writer, key: keyOf(writer, access) };
}

/** Gives watch-only connections their own key: they must not acknowledge wake-ups of a writer who may type. */
function keyOf(writer: string, { credential }: Access): string {
  return credential === watchAccess.credential ? `${WATCH_ONLY_PREFIX}${writer}` : writer;
}

const WATCH_ONLY_PREFIX = `${watchAccess.credential}/`;

/** Tells whether the key belongs to watch-only connections. */
export function isWatchOnlyKey(key: string): boolean {
  return key.startsWith(WATCH_ONLY_PREFIX);
}

export function writerOfKey(key: string): string {
  return isWatchOnlyKey(key) ? key.slice(WATCH_ONLY_PREFIX.length) : key;
}

/**
 * Returns a function that sends a wake-up to every connection of a subscriber. A client that reads too slowly gets it when it
 * asks. `flush` sends the actions that came before.
 */
export function wakePusher(
  clients: Clients,
  { pendingBytes }: Pick<Limits, 'pendingBytes'>,
  flush: () => void,
) {
  return (key: string, wake: Wake): void => {
    flush();
    const params: CottyNotifications['x-cotty/woken'] = { channel: wake.channel, wake };
    const frame = JSON.stringify({ jsonrpc: '2.0', method: 'x-cotty/woken', params });
    for (const peer of clients.all()) {
      if (wakeSubscriberOf(peer)?.key === key && peer.connection.buffered <= pendingBytes) {
        peer.connection.send(frame);
      }
    }
  };
}
