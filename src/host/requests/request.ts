/** A request as a value: its method and what runs for it. */

import type { ClientRequests } from '../../protocol/messages.ts';
import type { HostParts } from '../parts.ts';
import type { Peer } from '../people/peer.ts';

export type Method = keyof ClientRequests;

/**
 * Answers with a value where nothing else may be sent to that client before it; with a promise where it takes time.
 * Refusals are thrown `RpcError`s.
 */
export type Request<M extends Method> = {
  readonly method: M;
  /** `fresh`: only before the client has introduced itself; `always`: also then. */
  readonly when: 'fresh' | 'ready' | 'always';
  /** Not for those who only watch. */
  readonly changes?: true;
  readonly run: (
    parts: HostParts,
    peer: Peer,
    params: ClientRequests[M]['params'],
  ) => object | null | Promise<object | null>;
};
