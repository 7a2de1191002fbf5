/** The handlers of requests. What may come when, and from whom, is told by the table in `protocol/messages.ts`. */

import type { ClientRequests, Method } from '../../protocol/messages.ts';
import type { Peer } from '../clients/peer.ts';

type Result<M extends Method> = ClientRequests[M]['result'];

/**
 * Answers a request. A plain value is sent before anything else goes to that client; a promise is answered when it is done.
 * Refusals are thrown `RpcError`s.
 */
export type Answering<M extends Method> = (
  peer: Peer,
  params: ClientRequests[M]['params'],
) => Result<M> | Promise<Result<M>>;

/** A handler for each request of the protocol: one that is missing does not compile. */
export type Requests = { readonly [M in Method]: Answering<M> };
