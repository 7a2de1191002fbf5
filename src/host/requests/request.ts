/** A request as a value: when it may come, and the function that answers it. */

import type { ClientRequests } from '../../protocol/messages.ts';
import type { Peer } from '../people/peer.ts';

export type Method = keyof ClientRequests;

/**
 * A plain value is sent before anything else goes to that client; a promise is answered when it is done.
 * Refusals are thrown `RpcError`s.
 */
export type Request<M extends Method> = {
  /** `fresh`: only before the handshake; `ready`: only after it; `always`: both. */
  readonly when: 'fresh' | 'ready' | 'always';
  /** Set on requests that only read and that everybody may send. Clients that may only watch are refused all others. */
  readonly readOnly?: true;
  readonly run: (peer: Peer, params: ClientRequests[M]['params']) => object | null | Promise<object | null>;
};
