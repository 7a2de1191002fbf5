/** What a client has to be told: where its host is, who it is, and what it may not take from its surroundings. */

import type { ClientMeta } from '../protocol/cotty/cotty-meta.ts';
import type { Implementation } from '../protocol/messages.ts';
import type { Transport } from '../rpc/transport.ts';
import { connect } from '../rpc/ws-client.ts';
import type { ContentLimit } from './terminal-reducer.ts';

export type ClientOptions = (
  | { readonly url: string; readonly token?: string }
  | { readonly transportFactory: () => Transport | Promise<Transport> }
) & {
  /** Unique to this running client: the host tells connections apart by it. */
  readonly clientId: string;
  readonly clientInfo?: Implementation;
  readonly meta?: ClientMeta;
  readonly log?: (message: string) => void;
  /** False: a lost connection is the end. */
  readonly retry?: boolean;
  readonly contentLimit?: ContentLimit;
  readonly random?: () => number;
  readonly now?: () => number;
};

/** Opens a transport to the host, anew at each call. */
export function dialer(options: ClientOptions): () => Promise<Transport> {
  if ('transportFactory' in options) return async () => options.transportFactory();
  const { url, token, log } = options;
  return () =>
    connect(url, { ...(token === undefined ? {} : { token }), ...(log === undefined ? {} : { log }) });
}
