/** The options of a client: its host, its identity, and its sources of time and randomness. */

import type { ClientMeta } from '../protocol/cotty/cotty-meta.ts';
import type { Implementation } from '../protocol/messages.ts';
import type { Transport } from '../rpc/transport.ts';
import { connect } from '../rpc/ws-client.ts';
import type { ContentLimit } from './bounded-reducer.ts';
import { nearRetryDelay, retryDelay } from './connection/reconnect-delay.ts';
import type { ReconnectingOptions } from './connection/reconnecting.ts';

export type ClientOptions = (
  | { readonly url: string; readonly token?: string }
  | { readonly transportFactory: () => Transport | Promise<Transport> }
) & {
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

/** Returns how long a lost connection waits before each attempt: a host on this machine is tried often. */
export function delayOf(options: ClientOptions): ReconnectingOptions['delay'] {
  if ('url' in options && options.url.startsWith('unix:')) return ({ awayMs }) => nearRetryDelay(awayMs);
  const { random = Math.random } = options;
  return ({ failures }) => retryDelay(failures, random());
}

/** Returns a function that opens a new transport to the host. */
export function dialer(options: ClientOptions): () => Promise<Transport> {
  if ('transportFactory' in options) return async () => options.transportFactory();
  const { url, token, log } = options;
  return () =>
    connect(url, { ...(token === undefined ? {} : { token }), ...(log === undefined ? {} : { log }) });
}
