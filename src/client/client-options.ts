/** The options of a client: its host, its identity, and its sources of time and randomness. */

import type { ClientMeta } from '../protocol/cotty/cotty-meta.ts';
import type { Implementation } from '../protocol/messages.ts';
import type { Transport } from '../rpc/transport.ts';
import type { ContentLimit } from './bounded-reducer.ts';
import { retryDelay } from './connection/reconnect-delay.ts';
import type { ReconnectingOptions } from './connection/reconnecting.ts';

/** The way to a host: how a transport is opened, and how long a lost one waits before each attempt. */
export type WayToHost = {
  readonly transportFactory: () => Transport | Promise<Transport>;
  /** By default that of a host far away. */
  readonly delay?: ReconnectingOptions['delay'];
};

export type ClientOptions = WayToHost & {
  /** Unique for this running client: the host identifies its connections by it. */
  readonly clientId: string;
  readonly clientInfo?: Implementation;
  readonly meta?: ClientMeta;
  readonly log?: (message: string) => void;
  /** Whether a lost connection is retried; by default true. */
  readonly retry?: boolean;
  readonly contentLimit?: ContentLimit;
  readonly random?: () => number;
  readonly now?: () => number;
};

/** Returns how long a lost connection waits before each attempt. */
export function delayOf({ delay, random = Math.random }: ClientOptions): ReconnectingOptions['delay'] {
  return delay ?? (({ failures }) => retryDelay(failures, random()));
}

/** Returns a function that opens a new transport to the host. */
export function dialer({ transportFactory }: ClientOptions): () => Promise<Transport> {
  return async () => transportFactory();
}
