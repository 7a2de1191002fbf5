/** For whom wakes are kept: the writer a connection acts for, told apart by the right it came with. */

import type { CottyNotifications } from '../../protocol/cotty/cotty-requests.ts';
import type { Wake } from '../../protocol/cotty/wake.ts';
import { type Access, watchAccess } from '../ground/access.ts';
import type { Limits } from '../ground/limits.ts';
import type { Clients } from './clients.ts';
import type { Peer } from './peer.ts';

export type Subscriber = {
  /** `user:NAME` or `agent:HANDLE`. */
  readonly writer: string;
  readonly key: string;
};

/** Undefined: the client did not say who it acts for. */
export function subscriberOf({ identity, access }: Peer): Subscriber | undefined {
  const writer = identity?.writer;
  return writer === undefined ? undefined : { writer, key: keyOf(writer, access) };
}

/** Who may only look must not acknowledge what waits for somebody who may type. */
function keyOf(writer: string, { credential }: Access): string {
  return credential === watchAccess.credential ? `${WATCHER}${writer}` : writer;
}

const WATCHER = `${watchAccess.credential}/`;

/** It belongs to somebody who may only look. */
export function isWatchers(key: string): boolean {
  return key.startsWith(WATCHER);
}

export function writerOf(key: string): string {
  return isWatchers(key) ? key.slice(WATCHER.length) : key;
}

/** To every connection of a subscriber. One that does not read finds it when it asks. */
export function pushTo(clients: Clients, { pendingBytes }: Pick<Limits, 'pendingBytes'>) {
  return (key: string, wake: Wake): void => {
    const params: CottyNotifications['x-cotty/woken'] = { channel: wake.channel, wake };
    const frame = JSON.stringify({ jsonrpc: '2.0', method: 'x-cotty/woken', params });
    for (const peer of clients.all()) {
      if (subscriberOf(peer)?.key === key && peer.buffered <= pendingBytes) peer.send(frame);
    }
  };
}
